package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"os"
	"strconv"
	"time"
)

// certificates makes a throwaway authority, the API server's certificate, the
// service accounts' key and one kubeconfig for each component and the admin.
func (p *plane) certificates(server, kubeconfig string) error {
	caKey, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return err
	}
	now := time.Now()
	ca := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "control-plane-ca"},
		NotBefore: now.Add(-time.Hour), NotAfter: now.Add(365 * 24 * time.Hour),
		IsCA: true, BasicConstraintsValid: true,
		KeyUsage: x509.KeyUsageCertSign | x509.KeyUsageDigitalSignature | x509.KeyUsageCRLSign,
	}
	der, err := x509.CreateCertificate(rand.Reader, ca, ca, caKey.Public(), caKey)
	if err != nil {
		return err
	}
	caPEM := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
	if err := os.WriteFile(p.path("ca.crt"), caPEM, 0o600); err != nil {
		return err
	}
	serial := int64(1)
	issue := func(name pkix.Name, usage x509.ExtKeyUsage) (cert, key []byte, err error) {
		serial++
		k, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
		if err != nil {
			return nil, nil, err
		}
		t := &x509.Certificate{
			SerialNumber: big.NewInt(serial), Subject: name,
			NotBefore: ca.NotBefore, NotAfter: ca.NotAfter,
			KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{usage},
		}
		if usage == x509.ExtKeyUsageServerAuth {
			t.DNSNames = []string{"localhost", "kubernetes", "kubernetes.default", "kubernetes.default.svc"}
			t.IPAddresses = []net.IP{net.IPv4(127, 0, 0, 1), net.IPv6loopback, net.IPv4(10, 96, 0, 1)}
		}
		d, err := x509.CreateCertificate(rand.Reader, t, ca, k.Public(), caKey)
		if err != nil {
			return nil, nil, err
		}
		kd, err := x509.MarshalECPrivateKey(k)
		if err != nil {
			return nil, nil, err
		}
		return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: d}), pem.EncodeToMemory(&pem.Block{Type: "EC PRIVATE KEY", Bytes: kd}), nil
	}

	cert, key, err := issue(pkix.Name{CommonName: "kube-apiserver"}, x509.ExtKeyUsageServerAuth)
	if err != nil {
		return err
	}
	saKey, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return err
	}
	saDER, err := x509.MarshalECPrivateKey(saKey)
	if err != nil {
		return err
	}
	saPub, err := x509.MarshalPKIXPublicKey(saKey.Public())
	if err != nil {
		return err
	}
	files := map[string][]byte{
		"apiserver.crt": cert, "apiserver.key": key,
		"service-account.key": pem.EncodeToMemory(&pem.Block{Type: "EC PRIVATE KEY", Bytes: saDER}),
		"service-account.pub": pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: saPub}),
	}
	for file, name := range map[string]pkix.Name{
		"kubeconfig":                         {CommonName: "admin", Organization: []string{"system:masters"}},
		"kwok.kubeconfig":                    {CommonName: "kwok", Organization: []string{"system:masters"}},
		"kube-controller-manager.kubeconfig": {CommonName: "system:kube-controller-manager"},
		"kube-scheduler.kubeconfig":          {CommonName: "system:kube-scheduler"},
	} {
		cert, key, err := issue(name, x509.ExtKeyUsageClientAuth)
		if err != nil {
			return err
		}
		files[file] = fmt.Appendf(nil, `apiVersion: v1
kind: Config
clusters:
- name: e2e
  cluster:
    server: %s
    certificate-authority-data: %s
users:
- name: %s
  user:
    client-certificate-data: %s
    client-key-data: %s
contexts:
- name: e2e
  context: {cluster: e2e, user: %q}
current-context: e2e
`, server, b64(caPEM), strconv.Quote(name.CommonName), b64(cert), b64(key), name.CommonName)
	}
	for file, data := range files {
		if err := os.WriteFile(p.path(file), data, 0o600); err != nil {
			return err
		}
	}
	if kubeconfig != p.path("kubeconfig") {
		return os.WriteFile(kubeconfig, files["kubeconfig"], 0o600)
	}
	return nil
}

func b64(b []byte) string { return base64.StdEncoding.EncodeToString(b) }
