module npyio-adapter

go 1.25

require (
	adapter v0.0.0
	codeberg.org/sbinet/npyio v0.14.0
	github.com/sbinet/npyio v0.9.0
)

require (
	github.com/nlpodyssey/gopickle v0.3.0 // indirect
	golang.org/x/text v0.34.0 // indirect
	gonum.org/v1/gonum v0.17.0 // indirect
)

replace adapter => ../protocol/go
