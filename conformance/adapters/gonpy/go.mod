module gonpy-adapter

go 1.24

require (
	adapter v0.0.0
	github.com/kshedden/gonpy v0.0.0-20210519231815-fa3c8dd8e59b
)

replace adapter => ../protocol/go
