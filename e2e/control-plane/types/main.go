// Command types prints the fields of the API types that the simulator serves,
// one type a line, as the TypeScript file that packages/simulator reads:
//
//	go run ./types > ../../packages/simulated-apiserver/src/schema/type-table.ts
//
// A line is the type's name, "atomic" when server-side apply owns it as a
// whole, and its fields: name:type#number and then, where they apply, ! (is
// written even when empty), ~default, @set or @map(keys) for a list of
// server-side apply, @atomic for a list or map that it owns as a whole,
// @merge(key) or @merge for a list of a strategic merge patch, and @retain
// for its retainKeys. Types are those of the protobuf encoding: * is a field
// that distinguishes absent from empty.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"sort"
	"strings"

	admissionregistrationv1 "k8s.io/api/admissionregistration/v1"
	appsv1 "k8s.io/api/apps/v1"
	authenticationv1 "k8s.io/api/authentication/v1"
	authorizationv1 "k8s.io/api/authorization/v1"
	autoscalingv1 "k8s.io/api/autoscaling/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	batchv1 "k8s.io/api/batch/v1"
	certificatesv1 "k8s.io/api/certificates/v1"
	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	eventsv1 "k8s.io/api/events/v1"
	networkingv1 "k8s.io/api/networking/v1"
	nodev1 "k8s.io/api/node/v1"
	policyv1 "k8s.io/api/policy/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	schedulingv1 "k8s.io/api/scheduling/v1"
	storagev1 "k8s.io/api/storage/v1"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/intstr"
	apiregistrationv1 "k8s.io/kube-aggregator/pkg/apis/apiregistration/v1"
	"k8s.io/kube-openapi/pkg/common"
	"k8s.io/kube-openapi/pkg/validation/spec"
	openapi "k8s.io/kubernetes/pkg/generated/openapi"
)

const header = `/** The fields of the API types that are served. e2e/control-plane/types writes this file from the Kubernetes modules of
 *  the real control plane, and describes a line. api-types.ts reads it. */
export const TYPE_TABLE = ` + "`\n"

var roots = []any{
	corev1.Node{}, corev1.Namespace{}, corev1.Pod{}, corev1.Event{}, corev1.ServiceAccount{}, corev1.ConfigMap{}, corev1.Service{}, corev1.Binding{},
	corev1.Secret{}, corev1.Endpoints{}, corev1.PersistentVolume{}, corev1.PersistentVolumeClaim{}, corev1.ReplicationController{},
	corev1.LimitRange{}, corev1.ResourceQuota{}, corev1.PodTemplate{},
	appsv1.DaemonSet{}, appsv1.ControllerRevision{}, appsv1.Deployment{}, appsv1.ReplicaSet{}, appsv1.StatefulSet{},
	batchv1.Job{}, batchv1.CronJob{}, autoscalingv2.HorizontalPodAutoscaler{}, autoscalingv1.HorizontalPodAutoscaler{}, autoscalingv1.Scale{}, eventsv1.Event{},
	networkingv1.Ingress{}, networkingv1.IngressClass{}, networkingv1.NetworkPolicy{},
	rbacv1.Role{}, rbacv1.RoleBinding{}, rbacv1.ClusterRole{}, rbacv1.ClusterRoleBinding{},
	storagev1.StorageClass{}, storagev1.VolumeAttachment{}, storagev1.CSIDriver{}, storagev1.CSINode{}, storagev1.CSIStorageCapacity{},
	storagev1.VolumeAttributesClass{}, nodev1.RuntimeClass{},
	apiextensionsv1.CustomResourceDefinition{}, apiregistrationv1.APIService{}, certificatesv1.CertificateSigningRequest{},
	admissionregistrationv1.MutatingWebhookConfiguration{}, admissionregistrationv1.ValidatingWebhookConfiguration{},
	coordinationv1.Lease{}, discoveryv1.EndpointSlice{}, schedulingv1.PriorityClass{},
	policyv1.PodDisruptionBudget{}, policyv1.Eviction{},
	authorizationv1.SelfSubjectAccessReview{}, authorizationv1.SelfSubjectRulesReview{}, authenticationv1.SelfSubjectReview{},
	metav1.DeleteOptions{},
}

// plain are the types that have a form of their own in JSON.
var plain = map[reflect.Type]string{
	reflect.TypeFor[metav1.Time]():          "time",
	reflect.TypeFor[metav1.MicroTime]():     "microtime",
	reflect.TypeFor[metav1.FieldsV1]():      "fields",
	reflect.TypeFor[resource.Quantity]():    "quantity",
	reflect.TypeFor[intstr.IntOrString]():   "intOrString",
	reflect.TypeFor[runtime.RawExtension](): "any",
	reflect.TypeFor[metav1.ListMeta]():      "any",
	// Schemas of schemas, which nothing here reads.
	reflect.TypeFor[apiextensionsv1.JSONSchemaProps](): "any",
	reflect.TypeFor[corev1.ResourceList]():             "map[string]quantity",
	reflect.TypeFor[[]byte]():                          "bytes",
	reflect.TypeFor[metav1.Verbs]():                    "[]string",
	reflect.TypeFor[map[string][]byte]():               "map[string]bytes",
	reflect.TypeFor[authenticationExtra]():             "map[string]strings",
	reflect.TypeFor[certificateExtra]():                "map[string]strings",
	reflect.TypeFor[map[string]string]():               "map[string]string",
	reflect.TypeFor[[]string]():                        "[]string",
	reflect.TypeFor[map[string]interface{}]():          "any",
}

type certificateExtra = map[string]certificatesv1.ExtraValue
type authenticationExtra = map[string]authenticationv1.ExtraValue

var definitions = openapi.GetOpenAPIDefinitions(func(path string) spec.Ref { return spec.MustCreateRef(path) })

func definition(t reflect.Type) (common.OpenAPIDefinition, bool) {
	path := t.PkgPath() + "." + t.Name()
	if d, ok := definitions[path]; ok {
		return d, true
	}
	// Newer generators name models in reverse-domain order.
	model := "io.k8s." + strings.ReplaceAll(strings.TrimPrefix(strings.TrimPrefix(path, "k8s.io/"), "io/"), "/", ".")
	d, ok := definitions[model]
	return d, ok
}

func nameOf(t reflect.Type) string {
	parts := strings.Split(t.PkgPath(), "/")
	return strings.Join(parts[len(parts)-2:], "/") + "." + t.Name()
}

var queue []reflect.Type
var seen = map[reflect.Type]bool{}

func visit(t reflect.Type) {
	if !seen[t] {
		seen[t] = true
		queue = append(queue, t)
	}
}

func typeText(t reflect.Type) string {
	if text, ok := plain[t]; ok {
		return text
	}
	switch t.Kind() {
	case reflect.Pointer:
		return "*" + typeText(t.Elem())
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 {
			return "bytes"
		}
		return "[]" + typeText(t.Elem())
	case reflect.Map:
		return "map[string]" + typeText(t.Elem())
	case reflect.Struct:
		visit(t)
		return nameOf(t)
	case reflect.Bool:
		return "bool"
	case reflect.String:
		return "string"
	case reflect.Int32, reflect.Int64:
		return t.Kind().String()
	case reflect.Int:
		return "int64"
	}
	panic("no word for " + t.String())
}

func words(extension any) []string {
	var out []string
	switch values := extension.(type) {
	case []string:
		out = values
	case []interface{}:
		for _, value := range values {
			out = append(out, fmt.Sprint(value))
		}
	}
	return out
}

func fieldText(f reflect.StructField, schema spec.Schema) string {
	name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
	number := "0"
	if parts := strings.Split(f.Tag.Get("protobuf"), ","); len(parts) > 1 {
		number = parts[1]
	}
	text := name + ":" + typeText(f.Type) + "#" + number
	if !strings.Contains(options, "omitempty") && !strings.Contains(options, "omitzero") {
		text += "!"
	}
	if schema.Default != nil {
		value, _ := json.Marshal(schema.Default)
		if s := string(value); s != `""` && s != "0" && s != "{}" && s != "false" && s != "null" {
			text += "~" + s
		}
	}
	if list, _ := schema.Extensions["x-kubernetes-list-type"].(string); list == "map" {
		text += "@map(" + strings.Join(words(schema.Extensions["x-kubernetes-list-map-keys"]), ",") + ")"
	} else if list != "" {
		text += "@" + list
	}
	if mapType, _ := schema.Extensions["x-kubernetes-map-type"].(string); mapType == "atomic" {
		text += "@atomic"
	}
	strategies := strings.Split(f.Tag.Get("patchStrategy"), ",")
	for _, strategy := range strategies {
		if strategy == "retainKeys" {
			text += "@retain"
		} else if strategy == "merge" {
			text += "@merge"
			if key := f.Tag.Get("patchMergeKey"); key != "" {
				text += "(" + key + ")"
			}
		}
	}
	return text
}

// fields returns the fields of a type and of its embedded types.
func fields(t reflect.Type, schema spec.Schema) []string {
	var out []string
	for i := range t.NumField() {
		f := t.Field(i)
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "-" || !f.IsExported() {
			continue
		}
		if name == "" && (strings.Contains(options, "inline") || f.Anonymous) {
			if f.Type == reflect.TypeFor[metav1.TypeMeta]() {
				out = append(out, "kind:string#0", "apiVersion:string#0")
				continue
			}
			// In protobuf an embedded type is a separate message: "^NUMBER." marks its fields.
			inner, _ := definition(f.Type)
			number := strings.Split(f.Tag.Get("protobuf"), ",")[1]
			for _, text := range fields(f.Type, inner.Schema) {
				out = append(out, "^"+number+"."+text)
			}
			continue
		}
		out = append(out, fieldText(f, schema.Properties[name]))
	}
	return out
}

func main() {
	for _, root := range roots {
		visit(reflect.TypeOf(root))
	}
	lines := []string{}
	for len(queue) > 0 {
		t := queue[0]
		queue = queue[1:]
		d, ok := definition(t)
		if !ok {
			fmt.Fprintln(os.Stderr, "types: no OpenAPI definition of", t)
			os.Exit(1)
		}
		line := nameOf(t)
		if mapType, _ := d.Schema.Extensions["x-kubernetes-map-type"].(string); mapType == "atomic" {
			line += " atomic"
		}
		lines = append(lines, line+" "+strings.Join(fields(t, d.Schema), " "))
	}
	sort.Strings(lines)
	fmt.Print(header)
	for _, line := range lines {
		fmt.Println(line)
	}
	fmt.Println("`;")
}
