module gomlx-adapter

go 1.24.3

require (
	adapter v0.0.0
	github.com/gomlx/gomlx v0.26.0
)

require (
	github.com/go-logr/logr v1.4.3 // indirect
	github.com/pkg/errors v0.9.1 // indirect
	github.com/x448/float16 v0.8.4 // indirect
	golang.org/x/exp v0.0.0-20250819193227-8b4c13bb791b // indirect
	k8s.io/klog/v2 v2.130.1 // indirect
)

replace adapter => ../protocol/go
