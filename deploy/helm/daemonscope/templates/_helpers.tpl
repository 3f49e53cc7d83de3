{{- define "daemonscope.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 53 | trimSuffix "-" -}}
{{- end -}}

{{- define "daemonscope.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 53 | trimSuffix "-" -}}
{{- else if contains (include "daemonscope.name" .) .Release.Name -}}
{{- .Release.Name | trunc 53 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name (include "daemonscope.name" .) | trunc 53 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "daemonscope.selector" -}}
app.kubernetes.io/name: {{ include "daemonscope.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "daemonscope.labels" -}}
{{ include "daemonscope.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{- define "daemonscope.serviceAccount" -}}
{{- if .Values.serviceAccount.create -}}
{{- default (include "daemonscope.fullname" .) .Values.serviceAccount.name -}}
{{- else -}}
{{- required "serviceAccount.create is false, so serviceAccount.name must name an existing one." .Values.serviceAccount.name -}}
{{- end -}}
{{- end -}}

{{- define "daemonscope.image" -}}
{{- $repository := required "image.repository is empty, and there is no public image yet: build one by deploy/image/Dockerfile and name it." .Values.image.repository -}}
{{- if .Values.image.digest -}}
{{- printf "%s@%s" $repository .Values.image.digest -}}
{{- else -}}
{{- printf "%s:%s" $repository (default .Chart.AppVersion .Values.image.tag) -}}
{{- end -}}
{{- end -}}

{{- /* Mounted Secrets: the name, the path and the keys of each. */ -}}
{{- define "daemonscope.secrets" -}}
{{- if and .Values.webhook.secret .Values.webhook.signed }}
- { name: webhook, secret: {{ .Values.webhook.secret }}, path: /run/daemonscope, keys: [signature] }
{{- end }}
{{- with .Values.access.tlsSecret }}
- { name: tls, secret: {{ . }}, path: /run/daemonscope-tls, keys: [tls.crt, tls.key] }
{{- end }}
{{- if eq .Values.signIn.kind "proxy" }}
- { name: proxy, secret: {{ .Values.signIn.proxy.secret }}, path: /run/daemonscope-proxy, keys: [secret] }
{{- end }}
{{- if and (eq .Values.signIn.kind "oidc") .Values.signIn.oidc.secret }}
- { name: oidc, secret: {{ .Values.signIn.oidc.secret }}, path: /run/daemonscope-oidc, keys: [client-secret] }
{{- end }}
{{- end -}}

{{- define "daemonscope.signInFlags" -}}
{{- with .Values.signIn -}}
{{- if ne .kind "none" }}
- --auth={{ .kind }}
{{- end }}
{{- if eq .kind "proxy" }}
{{- range .proxy.from }}
- --proxy-from={{ . }}
{{- end }}
- --proxy-secret-file=/run/daemonscope-proxy/secret
- --proxy-user-header={{ .proxy.userHeader }}
- --proxy-groups-header={{ .proxy.groupsHeader }}
{{- with .proxy.usernamePrefix }}
- {{ printf "--proxy-username-prefix=%s" . | quote }}
{{- end }}
{{- with .proxy.groupsPrefix }}
- {{ printf "--proxy-groups-prefix=%s" . | quote }}
{{- end }}
{{- end }}
{{- if eq .kind "oidc" }}
- --oidc-issuer-url={{ .oidc.issuerUrl }}
- {{ printf "--oidc-client-id=%s" .oidc.clientId | quote }}
{{- if .oidc.secret }}
- --oidc-client-secret-file=/run/daemonscope-oidc/client-secret
{{- end }}
- --oidc-username-claim={{ .oidc.usernameClaim }}
- --oidc-groups-claim={{ .oidc.groupsClaim }}
{{- with .oidc.usernamePrefix }}
- {{ printf "--oidc-username-prefix=%s" . | quote }}
{{- end }}
{{- with .oidc.groupsPrefix }}
- {{ printf "--oidc-groups-prefix=%s" . | quote }}
{{- end }}
{{- range .oidc.scopes }}
- --oidc-scope={{ . }}
{{- end }}
{{- end }}
{{- end -}}
{{- end -}}

{{- /* Rejects contradictory values before any object is rendered. */ -}}
{{- define "daemonscope.check" -}}
{{- $routed := or .Values.ingress.enabled .Values.httpRoute.enabled -}}
{{- if and $routed (not .Values.access.remote) -}}
{{- fail "ingress or httpRoute is enabled, and access.remote is false: no client can reach the page. Set access.remote=true, and signIn.kind, or put a proxy with a sign-in before it." -}}
{{- end -}}
{{- if and .Values.access.remote (not .Values.access.hosts) (not .Values.access.publicUrl) (not $routed) -}}
{{- fail "access.remote is true, and access.hosts is empty: every Host would be refused. Name the hosts under which browsers reach the page." -}}
{{- end -}}
{{- if and .Values.history.claim (gt (int .Values.replicas) 1) -}}
{{- fail "history.claim is set, and replicas is more than 1: one server writes in a volume. Set replicas=1, or leave the claim out." -}}
{{- end -}}
{{- if and .Values.ingress.enabled (not .Values.ingress.host) -}}
{{- fail "ingress.enabled is true, and ingress.host is empty: name the host." -}}
{{- end -}}
{{- if and .Values.httpRoute.enabled (or (not .Values.httpRoute.host) (not .Values.httpRoute.parentRefs)) -}}
{{- fail "httpRoute.enabled is true: it needs httpRoute.host, and httpRoute.parentRefs that name a Gateway." -}}
{{- end -}}
{{- if and (or .Values.metrics.serviceMonitor.enabled .Values.metrics.prometheusRule.enabled .Values.metrics.dashboard.enabled) (not .Values.metrics.daemonSets) -}}
{{- fail "metrics.serviceMonitor, metrics.prometheusRule or metrics.dashboard is enabled, and metrics.daemonSets is false: there would be nothing to alert on, nor to draw. Set metrics.daemonSets=true." -}}
{{- end -}}
{{- if and (or .Values.metrics.prometheusRule.enabled .Values.metrics.dashboard.enabled) (not .Values.access.publicUrl) -}}
{{- fail "metrics.prometheusRule or metrics.dashboard is enabled, and access.publicUrl is empty: say where alerts and the dashboard lead to." -}}
{{- end -}}
{{- $signIn := .Values.signIn -}}
{{- $saysTls := or .Values.access.tlsSecret .Values.access.forwardedFrom (hasPrefix "https://" .Values.access.publicUrl) -}}
{{- if and (ne $signIn.kind "none") .Values.access.remote (not $saysTls) -}}
{{- fail (printf "signIn.kind is %s and access.remote is true, and nothing says that TLS is spoken: people would sign in in the clear. Set access.publicUrl to an https address, access.forwardedFrom, or access.tlsSecret." $signIn.kind) -}}
{{- end -}}
{{- if and (eq $signIn.kind "proxy") (or (not $signIn.proxy.from) (not $signIn.proxy.secret)) -}}
{{- fail "signIn.kind is proxy: it needs signIn.proxy.from, the addresses of the proxy, and signIn.proxy.secret, a Secret with what the proxy sends." -}}
{{- end -}}
{{- if and (eq $signIn.kind "oidc") (or (not $signIn.oidc.issuerUrl) (not $signIn.oidc.clientId)) -}}
{{- fail "signIn.kind is oidc: it needs signIn.oidc.issuerUrl and signIn.oidc.clientId." -}}
{{- end -}}
{{- if and (eq $signIn.kind "oidc") .Values.access.remote (not .Values.access.publicUrl) -}}
{{- fail "signIn.kind is oidc, and access.publicUrl is empty: say where the provider sends people back to." -}}
{{- end -}}
{{- if and (ne $signIn.kind "proxy") (or $signIn.proxy.from $signIn.proxy.secret) -}}
{{- fail (printf "signIn.proxy is set, and signIn.kind is %s: the proxy would not be used. Set signIn.kind=proxy, or leave signIn.proxy out." $signIn.kind) -}}
{{- end -}}
{{- if and (ne $signIn.kind "oidc") (or $signIn.oidc.issuerUrl $signIn.oidc.clientId) -}}
{{- fail (printf "signIn.oidc is set, and signIn.kind is %s: the provider would not be used. Set signIn.kind=oidc, or leave signIn.oidc out." $signIn.kind) -}}
{{- end -}}
{{- if and (or .Values.webhook.signed .Values.webhook.cluster) (not .Values.webhook.secret) -}}
{{- fail "webhook.signed or webhook.cluster is set, and webhook.secret is empty: name the Secret that has the address." -}}
{{- end -}}
{{- if and .Values.access.remote .Values.networkPolicy.enabled (not .Values.networkPolicy.from) -}}
{{- fail "access.remote is true, and networkPolicy.from is empty: no client can reach the page. Name the peers of your proxy, or set networkPolicy.enabled=false." -}}
{{- end -}}
{{- if and .Values.metrics.serviceMonitor.enabled .Values.networkPolicy.enabled (not .Values.networkPolicy.metricsFrom) -}}
{{- fail "metrics.serviceMonitor.enabled is true, and networkPolicy.metricsFrom is empty: Prometheus cannot scrape the metrics. Name the peers of Prometheus, or set networkPolicy.enabled=false." -}}
{{- end -}}
{{- if and .Values.writes.enabled (ne .Values.signIn.kind "token") -}}
{{- fail (printf "writes.enabled is true, and signIn.kind is %s: people act with their own tokens, and never with the server's. Set signIn.kind=token." .Values.signIn.kind) -}}
{{- end -}}
{{- if and (or .Values.writes.events .Values.writes.auditClaim) (not .Values.writes.enabled) -}}
{{- fail "writes.events or writes.auditClaim is set, and writes.enabled is false: there are no actions to report. Set writes.enabled=true, or leave them out." -}}
{{- end -}}
{{- if and .Values.writes.auditClaim (gt (int .Values.replicas) 1) -}}
{{- fail "writes.auditClaim is set, and replicas is more than 1: one server writes in a volume. Set replicas=1, or leave the claim out." -}}
{{- end -}}
{{- if and .Values.showEnvValues .Values.access.remote -}}
{{- fail "showEnvValues and access.remote are both true: every client of the page could read values that may be secret. Choose one." -}}
{{- end -}}
{{- end -}}

{{- define "daemonscope.hosts" -}}
{{- $hosts := .Values.access.hosts -}}
{{- if .Values.ingress.enabled -}}{{- $hosts = append $hosts .Values.ingress.host -}}{{- end -}}
{{- if .Values.httpRoute.enabled -}}{{- $hosts = append $hosts .Values.httpRoute.host -}}{{- end -}}
{{- uniq $hosts | toJson -}}
{{- end -}}
