{{- define "portcullis.name" -}}
{{ default .Chart.Name .Values.nameOverride | trunc 63 | trimSuffix "-" }}
{{- end }}

{{- define "portcullis.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{ .Values.fullnameOverride | trunc 50 | trimSuffix "-" }}
{{- else if contains (include "portcullis.name" .) .Release.Name -}}
{{ .Release.Name | trunc 50 | trimSuffix "-" }}
{{- else -}}
{{ printf "%s-%s" .Release.Name (include "portcullis.name" .) | trunc 50 | trimSuffix "-" }}
{{- end }}
{{- end }}

{{- define "portcullis.selectorLabels" -}}
app.kubernetes.io/name: {{ include "portcullis.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "portcullis.labels" -}}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{ include "portcullis.selectorLabels" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- /* A setting as the proxy reads it: numbers without exponent, and $( is no reference of Kubernetes. */}}
{{- define "portcullis.text" -}}
{{- if and (kindIs "float64" .) (eq (floor .) .) -}}
{{ printf "%.0f" . }}
{{- else -}}
{{ toString . | replace "$(" "$$(" }}
{{- end }}
{{- end }}

{{- /* Seconds that a setting takes of the time to stop. */}}
{{- define "portcullis.seconds" -}}
{{ . | toString | float64 | ceil | int }}
{{- end }}

{{- define "portcullis.rulesConfigMap" -}}
{{ .Values.rules.existingConfigMap | default (printf "%s-rules" (include "portcullis.fullname" .)) }}
{{- end }}

{{- define "portcullis.hasCustomRules" -}}
{{- if or .Values.rules.files .Values.rules.existingConfigMap }}true{{ end }}
{{- end }}

{{- define "portcullis.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{- /* One step of the compiler: (list root name arguments). */}}
{{- define "portcullis.ruleStep" -}}
{{- $root := index . 0 }}
- name: {{ index . 1 }}
  image: "{{ $root.Values.compilerImage.repository }}:{{ $root.Values.compilerImage.tag | default $root.Chart.AppVersion }}"
  imagePullPolicy: {{ $root.Values.compilerImage.pullPolicy }}
  args: {{ index . 2 | toJson }}
  env:
    # Rule files of modules are those of their entry, whatever the proxy runs.
    - { name: NO_COLOR, value: '1' }
  securityContext:
    {{- include "portcullis.containerSecurity" $root | nindent 4 }}
  resources:
    {{- toYaml $root.Values.rules.resources | nindent 4 }}
  volumeMounts:
    - { name: temporary, mountPath: /tmp }
    - { name: rules, mountPath: /rules }
    {{- if include "portcullis.hasCustomRules" $root }}
    - { name: custom-rules, mountPath: /app/custom, readOnly: true }
    {{- end }}
    {{- if $root.Values.policies }}
    - { name: policies, mountPath: /etc/portcullis/policies, readOnly: true }
    {{- end }}
{{- end }}
