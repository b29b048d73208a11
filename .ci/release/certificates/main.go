// The command certificates prints the certificates of golang.org/x/crypto/x509roots, which the image has, as PEM. They
// come from a module so that the image doesn't depend on the machine that builds it.
package main

import (
	"encoding/pem"
	"log"
	"os"

	"golang.org/x/crypto/x509roots/fallback/bundle"
)

func main() {
	for root := range bundle.Roots() {
		if root.Constraint != nil {
			continue // PEM can't say that a certificate is trusted only for older ones
		}
		if err := pem.Encode(os.Stdout, &pem.Block{Type: "CERTIFICATE", Bytes: root.Certificate}); err != nil {
			log.Fatal(err)
		}
	}
}
