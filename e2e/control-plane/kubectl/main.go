// Command kubectl is the kubectl of the control plane's version. It is a separate
// file because it starts thousands of times in a run of the lane, and
// the control plane's file needs twice the CPU for a start.
package main

import (
	"k8s.io/component-base/cli"
	kubectl "k8s.io/kubectl/pkg/cmd"
	"k8s.io/kubectl/pkg/cmd/util"
)

func main() {
	if err := cli.RunNoErrOutput(kubectl.NewDefaultKubectlCommand()); err != nil {
		util.CheckErr(err)
	}
}
