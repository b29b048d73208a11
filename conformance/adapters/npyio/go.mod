module npyio-adapter

go 1.24

require (
	adapter v0.0.0
	github.com/sbinet/npyio v0.6.0
)

require gonum.org/v1/gonum v0.9.3 // indirect

replace adapter => ../protocol/go
