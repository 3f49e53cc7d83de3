/** The fields of the API types that are served. e2e/control-plane/types writes this file from the Kubernetes modules of
 *  the real control plane, and describes a line. api-types.ts reads it. */
export const TYPE_TABLE = `
admissionregistration/v1.MatchCondition name:string#1! expression:string#2!
admissionregistration/v1.MutatingWebhook name:string#1! clientConfig:admissionregistration/v1.WebhookClientConfig#2! rules:[]admissionregistration/v1.RuleWithOperations#3@atomic failurePolicy:*string#4 matchPolicy:*string#9 namespaceSelector:*meta/v1.LabelSelector#5 objectSelector:*meta/v1.LabelSelector#11 sideEffects:*string#6! timeoutSeconds:*int32#7 admissionReviewVersions:[]string#8!@atomic reinvocationPolicy:*string#10 matchConditions:[]admissionregistration/v1.MatchCondition#12@map(name)@merge(name)
admissionregistration/v1.MutatingWebhookConfiguration kind:string#0 apiVersion:string#0 metadata:meta/v1.ObjectMeta#1 webhooks:[]admissionregistration/v1.MutatingWebhook#2@map(name)@merge(name)
admissionregistration/v1.RuleWithOperations operations:[]string#1@atomic ^2.apiGroups:[]string#1@atomic ^2.apiVersions:[]string#2@atomic ^2.resources:[]string#3@atomic ^2.scope:*string#4
admissionregistration/v1.ServiceReference namespace:string#1! name:string#2! path:*string#3 port:*int32#4
admissionregistration/v1.ValidatingWebhook name:string#1! clientConfig:admissionregistration/v1.WebhookClientConfig#2! rules:[]admissionregistration/v1.RuleWithOperations#3@atomic failurePolicy:*string#4 matchPolicy:*string#9 namespaceSelector:*meta/v1.LabelSelector#5 objectSelector:*meta/v1.LabelSelector#10 sideEffects:*string#6! timeoutSeconds:*int32#7 admissionReviewVersions:[]string#8!@atomic matchConditions:[]admissionregistration/v1.MatchCondition#11@map(name)@merge(name)
admissionregistration/v1.ValidatingWebhookConfiguration kind:string#0 apiVersion:string#0 metadata:meta/v1.ObjectMeta#1 webhooks:[]admissionregistration/v1.ValidatingWebhook#2@map(name)@merge(name)
admissionregistration/v1.WebhookClientConfig url:*string#3 service:*admissionregistration/v1.ServiceReference#1 caBundle:bytes#2
apiextensions/v1.CustomResourceColumnDefinition name:string#1! type:string#2! format:string#3 description:string#4 priority:int32#5 jsonPath:string#6!
apiextensions/v1.CustomResourceConversion strategy:string#1! webhook:*apiextensions/v1.WebhookConversion#2
apiextensions/v1.CustomResourceDefinition kind:string#0 apiVersion:string#0 metadata:meta/v1.ObjectMeta#1 spec:apiextensions/v1.CustomResourceDefinitionSpec#2! status:apiextensions/v1.CustomResourceDefinitionStatus#3
apiextensions/v1.CustomResourceDefinitionCondition type:string#1! status:string#2! lastTransitionTime:time#3 reason:string#4 message:string#5 observedGeneration:int64#6
apiextensions/v1.CustomResourceDefinitionNames plural:string#1! singular:string#2 shortNames:[]string#3@atomic kind:string#4! listKind:string#5 categories:[]string#6@atomic
apiextensions/v1.CustomResourceDefinitionSpec group:string#1! names:apiextensions/v1.CustomResourceDefinitionNames#3! scope:string#4! versions:[]apiextensions/v1.CustomResourceDefinitionVersion#7!@atomic conversion:*apiextensions/v1.CustomResourceConversion#9 preserveUnknownFields:bool#10
apiextensions/v1.CustomResourceDefinitionStatus conditions:[]apiextensions/v1.CustomResourceDefinitionCondition#1!@map(type) acceptedNames:apiextensions/v1.CustomResourceDefinitionNames#2! storedVersions:[]string#3!@atomic observedGeneration:int64#4
apiextensions/v1.CustomResourceDefinitionVersion name:string#1! served:bool#2! storage:bool#3! deprecated:bool#7 deprecationWarning:*string#8 schema:*apiextensions/v1.CustomResourceValidation#4 subresources:*apiextensions/v1.CustomResourceSubresources#5 additionalPrinterColumns:[]apiextensions/v1.CustomResourceColumnDefinition#6@atomic selectableFields:[]apiextensions/v1.SelectableField#9@atomic
apiextensions/v1.CustomResourceSubresourceScale specReplicasPath:string#1! statusReplicasPath:string#2! labelSelectorPath:*string#3
apiextensions/v1.CustomResourceSubresourceStatus 
apiextensions/v1.CustomResourceSubresources status:*apiextensions/v1.CustomResourceSubresourceStatus#1 scale:*apiextensions/v1.CustomResourceSubresourceScale#2
apiextensions/v1.CustomResourceValidation openAPIV3Schema:*any#1
apiextensions/v1.SelectableField jsonPath:string#1!
apiextensions/v1.ServiceReference namespace:string#1! name:string#2! path:*string#3 port:*int32#4
apiextensions/v1.WebhookClientConfig url:*string#3 service:*apiextensions/v1.ServiceReference#1 caBundle:bytes#2
apiextensions/v1.WebhookConversion clientConfig:*apiextensions/v1.WebhookClientConfig#2 conversionReviewVersions:[]string#3!@atomic
apiregistration/v1.APIService kind:string#0 apiVersion:string#0 metadata:meta/v1.ObjectMeta#1 spec:apiregistration/v1.APIServiceSpec#2 status:apiregistration/v1.APIServiceStatus#3
apiregistration/v1.APIServiceCondition type:string#1! status:string#2! lastTransitionTime:time#3 reason:string#4 message:string#5
apiregistration/v1.APIServiceSpec service:*apiregistration/v1.ServiceReference#1 group:string#2 version:string#3 insecureSkipTLSVerify:bool#4 caBundle:bytes#5@atomic groupPriorityMinimum:int32#7! versionPriority:int32#8!
apiregistration/v1.APIServiceStatus conditions:[]apiregistration/v1.APIServiceCondition#1@map(type)@merge(type)
apiregistration/v1.ServiceReference namespace:string#1 name:string#2 port:*int32#3
apps/v1.ControllerRevision kind:string#0 apiVersion:string#0 metadata:meta/v1.ObjectMeta#1 data:any#2 revision:int64#3!
apps/v1.DaemonSet kind:string#0 apiVersion:string#0 metadata:meta/v1.ObjectMeta#1 spec:apps/v1.DaemonSetSpec#2 status:apps/v1.DaemonSetStatus#3
apps/v1.DaemonSetCondition type:string#1! status:string#2! lastTransitionTime:time#3 reason:string#4 message:string#5
apps/v1.DaemonSetSpec selector:*meta/v1.LabelSelector#1! template:core/v1.PodTemplateSpec#2! updateStrategy:apps/v1.DaemonSetUpdateStrategy#3 minReadySeconds:int32#4 revisionHistoryLimit:*int32#6
apps/v1.DaemonSetStatus currentNumberScheduled:int32#1! numberMisscheduled:int32#2! desiredNumberScheduled:int32#3! numberReady:int32#4! observedGeneration:int64#5 updatedNumberScheduled:int32#6 numberAvailable:int32#7 numberUnavailable:int32#8 collisionCount:*int32#9 conditions:[]apps/v1.DaemonSetCondition#10@map(type)@merge(type)
apps/v1.DaemonSetUpdateStrategy type:string#1 rollingUpdate:*apps/v1.RollingUpdateDaemonSet#2
apps/v1.Deployment kind:string#0 apiVersion:string#0 metadata:meta/v1.ObjectMeta#1 spec:apps/v1.DeploymentSpec#2 status:apps/v1.DeploymentStatus#3
apps/v1.DeploymentCondition type:string#1! status:string#2! lastUpdateTime:time#6 lastTransitionTime:time#7 reason:string#4 message:string#5
apps/v1.DeploymentSpec replicas:*int32#1 selector:*meta/v1.LabelSelector#2! template:core/v1.PodTemplateSpec#3! strategy:apps/v1.DeploymentStrategy#4@retain minReadySeconds:int32#5 revisionHistoryLimit:*int32#6 paused:bool#7 progressDeadlineSeconds:*int32#9
apps/v1.DeploymentStatus observedGeneration:int64#1 replicas:int32#2 updatedReplicas:int32#3 readyReplicas:int32#7 availableReplicas:int32#4 unavailableReplicas:int32#5 terminatingReplicas:*int32#9 conditions:[]apps/v1.DeploymentCondition#6@map(type)@merge(type) collisionCount:*int32#8
apps/v1.DeploymentStrategy type:string#1 rollingUpdate:*apps/v1.RollingUpdateDeployment#2
apps/v1.ReplicaSet kind:string#0 apiVersion:string#0 metadata:meta/v1.ObjectMeta#1 spec:apps/v1.ReplicaSetSpec#2 status:apps/v1.ReplicaSetStatus#3
apps/v1.ReplicaSetCondition type:string#1! status:string#2! lastTransitionTime:time#3 reason:string#4 message:string#5
apps/v1.ReplicaSetSpec replicas:*int32#1 minReadySeconds:int32#4 selector:*meta/v1.LabelSelector#2! template:core/v1.PodTemplateSpec#3
apps/v1.ReplicaSetStatus replicas:int32#1! fullyLabeledReplicas:int32#2 readyReplicas:int32#4 availableReplicas:int32#5 terminatingReplicas:*int32#7 observedGeneration:int64#3 conditions:[]apps/v1.ReplicaSetCondition#6@map(type)@merge(type)
apps/v1.RollingUpdateDaemonSet maxUnavailable:*intOrString#1 maxSurge:*intOrString#2
apps/v1.RollingUpdateDeployment maxUnavailable:*intOrString#1 maxSurge:*intOrString#2
apps/v1.RollingUpdateStatefulSetStrategy partition:*int32#1 maxUnavailable:*intOrString#2
apps/v1.StatefulSet kind:string#0 apiVersion:string#0 metadata:meta/v1.ObjectMeta#1 spec:apps/v1.StatefulSetSpec#2 status:apps/v1.StatefulSetStatus#3
apps/v1.StatefulSetCondition type:string#1! status:string#2! lastTransitionTime:time#3 reason:string#4 message:string#5
apps/v1.StatefulSetOrdinals start:int32#1!
apps/v1.StatefulSetPersistentVolumeClaimRetentionPolicy whenDeleted:string#1 whenScaled:string#2
apps/v1.StatefulSetSpec replicas:*int32#1 selector:*meta/v1.LabelSelector#2! template:core/v1.PodTemplateSpec#3! volumeClaimTemplates:[]core/v1.PersistentVolumeClaim#4@atomic serviceName:string#5! podManagementPolicy:string#6 updateStrategy:apps/v1.StatefulSetUpdateStrategy#7 revisionHistoryLimit:*int32#8 minReadySeconds:int32#9 persistentVolumeClaimRetentionPolicy:*apps/v1.StatefulSetPersistentVolumeClaimRetentionPolicy#10 ordinals:*apps/v1.StatefulSetOrdinals#11
apps/v1.StatefulSetStatus observedGeneration:int64#1 replicas:int32#2! readyReplicas:int32#3 currentReplicas:int32#4 updatedReplicas:int32#5 currentRevision:string#6 updateRevision:string#7 collisionCount:*int32#9 conditions:[]apps/v1.StatefulSetCondition#10@map(type)@merge(type) availableReplicas:int32#11!
apps/v1.StatefulSetUpdateStrategy type:string#1 rollingUpdate:*apps/v1.RollingUpdateStatefulSetStrategy#2
authentication/v1.SelfSubjectReview kind:string#0 apiVersion:string#0 metadata:meta/v1.ObjectMeta#1 status:authentication/v1.SelfSubjectReviewStatus#2
authentication/v1.SelfSubjectReviewStatus userInfo:authentication/v1.UserInfo#1
authentication/v1.UserInfo username:string#1 uid:string#2 groups:[]string#3@atomic extra:map[string]strings#4
authorization/v1.FieldSelectorAttributes rawSelector:string#1 requirements:[]meta/v1.FieldSelectorRequirement#2@atomic
authorization/v1.LabelSelectorAttributes rawSelector:string#1 requirements:[]meta/v1.LabelSelectorRequirement#2@atomic
authorization/v1.NonResourceAttributes path:string#1 verb:string#2
authorization/v1.NonResourceRule verbs:[]string#1!@atomic nonResourceURLs:[]string#2@atomic
authorization/v1.ResourceAttributes namespace:string#1 verb:string#2 group:string#3 version:string#4 resource:string#5 subresource:string#6 name:string#7 fieldSelector:*authorization/v1.FieldSelectorAttributes#8 labelSelector:*authorization/v1.LabelSelectorAttributes#9
authorization/v1.ResourceRule verbs:[]string#1!@atomic apiGroups:[]string#2@atomic resources:[]string#3@atomic resourceNames:[]string#4@atomic
authorization/v1.SelfSubjectAccessReview kind:string#0 apiVersion:string#0 metadata:meta/v1.ObjectMeta#1 spec:authorization/v1.SelfSubjectAccessReviewSpec#2! status:authorization/v1.SubjectAccessReviewStatus#3
authorization/v1.SelfSubjectAccessReviewSpec resourceAttributes:*authorization/v1.ResourceAttributes#1 nonResourceAttributes:*authorization/v1.NonResourceAttributes#2
authorization/v1.SelfSubjectRulesReview kind:string#0 apiVersion:string#0 metadata:meta/v1.ObjectMeta#1 spec:authorization/v1.SelfSubjectRulesReviewSpec#2! status:authorization/v1.SubjectRulesReviewStatus#3
authorization/v1.SelfSubjectRulesReviewSpec namespace:string#1
authorization/v1.SubjectAccessReviewStatus allowed:bool#1! denied:bool#4 reason:string#2 evaluationError:string#3
authorization/v1.SubjectRulesReviewStatus resourceRules:[]authorization/v1.ResourceRule#1!@atomic nonResourceRules:[]authorization/v1.NonResourceRule#2!@atomic incomplete:bool#3! evaluationError:string#4
autoscaling/v1.CrossVersionObjectReference atomic kind:string#1! name:string#2! apiVersion:string#3
autoscaling/v1.HorizontalPodAutoscaler kind:string#0 apiVersion:string#0 metadata:meta/v1.ObjectMeta#1 spec:autoscaling/v1.HorizontalPodAutoscalerSpec#2 status:autoscaling/v1.HorizontalPodAutoscalerStatus#3
autoscaling/v1.HorizontalPodAutoscalerSpec scaleTargetRef:autoscaling/v1.CrossVersionObjectReference#1! minReplicas:*int32#2 maxReplicas:int32#3! targetCPUUtilizationPercentage:*int32#4
autoscaling/v1.HorizontalPodAutoscalerStatus observedGeneration:*int64#1 lastScaleTime:*time#2 currentReplicas:int32#3! desiredReplicas:int32#4! currentCPUUtilizationPercentage:*int32#5
autoscaling/v1.Scale kind:string#0 apiVersion:string#0 metadata:meta/v1.ObjectMeta#1 spec:autoscaling/v1.ScaleSpec#2 status:autoscaling/v1.ScaleStatus#3
autoscaling/v1.ScaleSpec replicas:int32#1
autoscaling/v1.ScaleStatus replicas:int32#1! selector:string#2
autoscaling/v2.ContainerResourceMetricSource name:string#1! target:autoscaling/v2.MetricTarget#2! container:string#3!
autoscaling/v2.ContainerResourceMetricStatus name:string#1! current:autoscaling/v2.MetricValueStatus#2! container:string#3!
autoscaling/v2.CrossVersionObjectReference kind:string#1! name:string#2! apiVersion:string#3
autoscaling/v2.ExternalMetricSource metric:autoscaling/v2.MetricIdentifier#1! target:autoscaling/v2.MetricTarget#2!
autoscaling/v2.ExternalMetricStatus metric:autoscaling/v2.MetricIdentifier#1! current:autoscaling/v2.MetricValueStatus#2!
autoscaling/v2.HPAScalingPolicy type:string#1! value:int32#2! periodSeconds:int32#3!
autoscaling/v2.HPAScalingRules stabilizationWindowSeconds:*int32#3 selectPolicy:*string#1 policies:[]autoscaling/v2.HPAScalingPolicy#2@atomic tolerance:*quantity#4
autoscaling/v2.HorizontalPodAutoscaler kind:string#0 apiVersion:string#0 metadata:meta/v1.ObjectMeta#1 spec:autoscaling/v2.HorizontalPodAutoscalerSpec#2 status:autoscaling/v2.HorizontalPodAutoscalerStatus#3
autoscaling/v2.HorizontalPodAutoscalerBehavior scaleUp:*autoscaling/v2.HPAScalingRules#1 scaleDown:*autoscaling/v2.HPAScalingRules#2
autoscaling/v2.HorizontalPodAutoscalerCondition type:string#1! status:string#2! lastTransitionTime:time#3 reason:string#4 message:string#5
autoscaling/v2.HorizontalPodAutoscalerSpec scaleTargetRef:autoscaling/v2.CrossVersionObjectReference#1! minReplicas:*int32#2 maxReplicas:int32#3! metrics:[]autoscaling/v2.MetricSpec#4@atomic behavior:*autoscaling/v2.HorizontalPodAutoscalerBehavior#5
autoscaling/v2.HorizontalPodAutoscalerStatus observedGeneration:*int64#1 lastScaleTime:*time#2 currentReplicas:int32#3 desiredReplicas:int32#4! currentMetrics:[]autoscaling/v2.MetricStatus#5!@atomic conditions:[]autoscaling/v2.HorizontalPodAutoscalerCondition#6@map(type)@merge(type)
autoscaling/v2.MetricIdentifier name:string#1! selector:*meta/v1.LabelSelector#2
autoscaling/v2.MetricSpec type:string#1! object:*autoscaling/v2.ObjectMetricSource#2 pods:*autoscaling/v2.PodsMetricSource#3 resource:*autoscaling/v2.ResourceMetricSource#4 containerResource:*autoscaling/v2.ContainerResourceMetricSource#7 external:*autoscaling/v2.ExternalMetricSource#5
autoscaling/v2.MetricStatus type:string#1! object:*autoscaling/v2.ObjectMetricStatus#2 pods:*autoscaling/v2.PodsMetricStatus#3 resource:*autoscaling/v2.ResourceMetricStatus#4 containerResource:*autoscaling/v2.ContainerResourceMetricStatus#7 external:*autoscaling/v2.ExternalMetricStatus#5
autoscaling/v2.MetricTarget type:string#1! value:*quantity#2 averageValue:*quantity#3 averageUtilization:*int32#4
autoscaling/v2.MetricValueStatus value:*quantity#1 averageValue:*quantity#2 averageUtilization:*int32#3
autoscaling/v2.ObjectMetricSource describedObject:autoscaling/v2.CrossVersionObjectReference#1! target:autoscaling/v2.MetricTarget#2! metric:autoscaling/v2.MetricIdentifier#3!
autoscaling/v2.ObjectMetricStatus metric:autoscaling/v2.MetricIdentifier#1! current:autoscaling/v2.MetricValueStatus#2! describedObject:autoscaling/v2.CrossVersionObjectReference#3!
autoscaling/v2.PodsMetricSource metric:autoscaling/v2.MetricIdentifier#1! target:autoscaling/v2.MetricTarget#2!
autoscaling/v2.PodsMetricStatus metric:autoscaling/v2.MetricIdentifier#1! current:autoscaling/v2.MetricValueStatus#2!
autoscaling/v2.ResourceMetricSource name:string#1! target:autoscaling/v2.MetricTarget#2!
autoscaling/v2.ResourceMetricStatus name:string#1! current:autoscaling/v2.MetricValueStatus#2!
batch/v1.CronJob kind:string#0 apiVersion:string#0 metadata:meta/v1.ObjectMeta#1 spec:batch/v1.CronJobSpec#2 status:batch/v1.CronJobStatus#3
batch/v1.CronJobSpec schedule:string#1! timeZone:*string#8 startingDeadlineSeconds:*int64#2 concurrencyPolicy:string#3 suspend:*bool#4 jobTemplate:batch/v1.JobTemplateSpec#5! successfulJobsHistoryLimit:*int32#6 failedJobsHistoryLimit:*int32#7
batch/v1.CronJobStatus active:[]core/v1.ObjectReference#1@atomic lastScheduleTime:*time#4 lastSuccessfulTime:*time#5
batch/v1.Job kind:string#0 apiVersion:string#0 metadata:meta/v1.ObjectMeta#1 spec:batch/v1.JobSpec#2 status:batch/v1.JobStatus#3
batch/v1.JobCondition type:string#1! status:string#2! lastProbeTime:time#3 lastTransitionTime:time#4 reason:string#5 message:string#6
batch/v1.JobSpec parallelism:*int32#1 completions:*int32#2 activeDeadlineSeconds:*int64#3 podFailurePolicy:*batch/v1.PodFailurePolicy#11 successPolicy:*batch/v1.SuccessPolicy#16 backoffLimit:*int32#7 backoffLimitPerIndex:*int32#12 maxFailedIndexes:*int32#13 selector:*meta/v1.LabelSelector#4 manualSelector:*bool#5 template:core/v1.PodTemplateSpec#6! ttlSecondsAfterFinished:*int32#8 completionMode:*string#9 suspend:*bool#10 podReplacementPolicy:*string#14 managedBy:*string#15
batch/v1.JobStatus conditions:[]batch/v1.JobCondition#1@atomic@merge(type) startTime:*time#2 completionTime:*time#3 active:int32#4 succeeded:int32#5 failed:int32#6 terminating:*int32#11 completedIndexes:string#7 failedIndexes:*string#10 uncountedTerminatedPods:*batch/v1.UncountedTerminatedPods#8 ready:*int32#9
batch/v1.JobTemplateSpec metadata:meta/v1.ObjectMeta#1 spec:batch/v1.JobSpec#2
batch/v1.PodFailurePolicy rules:[]batch/v1.PodFailurePolicyRule#1!@atomic
batch/v1.PodFailurePolicyOnExitCodesRequirement containerName:*string#1 operator:string#2! values:[]int32#3!@set
batch/v1.PodFailurePolicyOnPodConditionsPattern type:string#1! status:string#2!
batch/v1.PodFailurePolicyRule action:string#1! onExitCodes:*batch/v1.PodFailurePolicyOnExitCodesRequirement#2 onPodConditions:[]batch/v1.PodFailurePolicyOnPodConditionsPattern#3@atomic
batch/v1.SuccessPolicy rules:[]batch/v1.SuccessPolicyRule#1!@atomic
batch/v1.SuccessPolicyRule succeededIndexes:*string#1 succeededCount:*int32#2
batch/v1.UncountedTerminatedPods succeeded:[]string#1@set failed:[]string#2@set
certificates/v1.CertificateSigningRequest kind:string#0 apiVersion:string#0 metadata:meta/v1.ObjectMeta#1 spec:certificates/v1.CertificateSigningRequestSpec#2! status:certificates/v1.CertificateSigningRequestStatus#3
certificates/v1.CertificateSigningRequestCondition type:string#1! status:string#6! reason:string#2 message:string#3 lastUpdateTime:time#4 lastTransitionTime:time#5
certificates/v1.CertificateSigningRequestSpec request:bytes#1! signerName:string#7! expirationSeconds:*int32#8 usages:[]string#5@atomic username:string#2 uid:string#3 groups:[]string#4@atomic extra:map[string]strings#6
certificates/v1.CertificateSigningRequestStatus conditions:[]certificates/v1.CertificateSigningRequestCondition#1@map(type) certificate:bytes#2
coordination/v1.Lease kind:string#0 apiVersion:string#0 metadata:meta/v1.ObjectMeta#1 spec:coordination/v1.LeaseSpec#2
coordination/v1.LeaseSpec holderIdentity:*string#1 leaseDurationSeconds:*int32#2 acquireTime:*microtime#3 renewTime:*microtime#4 leaseTransitions:*int32#5 strategy:*string#6 preferredHolder:*string#7
core/v1.AWSElasticBlockStoreVolumeSource volumeID:string#1! fsType:string#2 partition:int32#3 readOnly:bool#4
core/v1.Affinity nodeAffinity:*core/v1.NodeAffinity#1 podAffinity:*core/v1.PodAffinity#2 podAntiAffinity:*core/v1.PodAntiAffinity#3
core/v1.AppArmorProfile type:string#1! localhostProfile:*string#2
core/v1.AttachedVolume name:string#1! devicePath:string#2!
core/v1.AzureDiskVolumeSource diskName:string#1! diskURI:string#2! cachingMode:*string#3~"ReadWrite" fsType:*string#4~"ext4" readOnly:*bool#5 kind:*string#6~"Shared"
core/v1.AzureFilePersistentVolumeSource secretName:string#1! shareName:string#2! readOnly:bool#3 secretNamespace:*string#4!
core/v1.AzureFileVolumeSource secretName:string#1! shareName:string#2! readOnly:bool#3
core/v1.Binding kind:string#0 apiVersion:string#0 metadata:meta/v1.ObjectMeta#1 target:core/v1.ObjectReference#2!
core/v1.CSIPersistentVolumeSource driver:string#1! volumeHandle:string#2! readOnly:bool#3 fsType:string#4 volumeAttributes:map[string]string#5 controllerPublishSecretRef:*core/v1.SecretReference#6 nodeStageSecretRef:*core/v1.SecretReference#7 nodePublishSecretRef:*core/v1.SecretReference#8 controllerExpandSecretRef:*core/v1.SecretReference#9 nodeExpandSecretRef:*core/v1.SecretReference#10
core/v1.CSIVolumeSource driver:string#1! readOnly:*bool#2 fsType:*string#3 volumeAttributes:map[string]string#4 nodePublishSecretRef:*core/v1.LocalObjectReference#5
core/v1.Capabilities add:[]string#1@atomic drop:[]string#2@atomic
core/v1.CephFSPersistentVolumeSource monitors:[]string#1!@atomic path:string#2 user:string#3 secretFile:string#4 secretRef:*core/v1.SecretReference#5 readOnly:bool#6
core/v1.CephFSVolumeSource monitors:[]string#1!@atomic path:string#2 user:string#3 secretFile:string#4 secretRef:*core/v1.LocalObjectReference#5 readOnly:bool#6
core/v1.CinderPersistentVolumeSource volumeID:string#1! fsType:string#2 readOnly:bool#3 secretRef:*core/v1.SecretReference#4
core/v1.CinderVolumeSource volumeID:string#1! fsType:string#2 readOnly:bool#3 secretRef:*core/v1.LocalObjectReference#4
core/v1.ClientIPConfig timeoutSeconds:*int32#1
core/v1.ClusterTrustBundleProjection name:*string#1 signerName:*string#2 labelSelector:*meta/v1.LabelSelector#3 optional:*bool#5 path:string#4!
core/v1.ConfigMap kind:string#0 apiVersion:string#0 metadata:meta/v1.ObjectMeta#1 immutable:*bool#4 data:map[string]string#2 binaryData:map[string]bytes#3
core/v1.ConfigMapEnvSource ^1.name:string#1 optional:*bool#2
core/v1.ConfigMapKeySelector atomic ^1.name:string#1 key:string#2! optional:*bool#3
core/v1.ConfigMapNodeConfigSource namespace:string#1! name:string#2! uid:string#3 resourceVersion:string#4 kubeletConfigKey:string#5!
core/v1.ConfigMapProjection ^1.name:string#1 items:[]core/v1.KeyToPath#2@atomic optional:*bool#4
core/v1.ConfigMapVolumeSource ^1.name:string#1 items:[]core/v1.KeyToPath#2@atomic defaultMode:*int32#3 optional:*bool#4
core/v1.Container name:string#1! image:string#2 command:[]string#3@atomic args:[]string#4@atomic workingDir:string#5 ports:[]core/v1.ContainerPort#6@map(containerPort,protocol)@merge(containerPort) envFrom:[]core/v1.EnvFromSource#19@atomic env:[]core/v1.EnvVar#7@map(name)@merge(name) resources:core/v1.ResourceRequirements#8 resizePolicy:[]core/v1.ContainerResizePolicy#23@atomic restartPolicy:*string#24 restartPolicyRules:[]core/v1.ContainerRestartRule#25@atomic volumeMounts:[]core/v1.VolumeMount#9@map(mountPath)@merge(mountPath) volumeDevices:[]core/v1.VolumeDevice#21@map(devicePath)@merge(devicePath) livenessProbe:*core/v1.Probe#10 readinessProbe:*core/v1.Probe#11 startupProbe:*core/v1.Probe#22 lifecycle:*core/v1.Lifecycle#12 terminationMessagePath:string#13 terminationMessagePolicy:string#20 imagePullPolicy:string#14 securityContext:*core/v1.SecurityContext#15 stdin:bool#16 stdinOnce:bool#17 tty:bool#18
core/v1.ContainerExtendedResourceRequest containerName:string#1! resourceName:string#2! requestName:string#3!
core/v1.ContainerImage names:[]string#1!@atomic sizeBytes:int64#2
core/v1.ContainerPort name:string#1 hostPort:int32#2 containerPort:int32#3! protocol:string#4~"TCP" hostIP:string#5
core/v1.ContainerResizePolicy resourceName:string#1! restartPolicy:string#2!
core/v1.ContainerRestartRule action:string#1 exitCodes:*core/v1.ContainerRestartRuleOnExitCodes#2
core/v1.ContainerRestartRuleOnExitCodes operator:string#1 values:[]int32#2@set
core/v1.ContainerState waiting:*core/v1.ContainerStateWaiting#1 running:*core/v1.ContainerStateRunning#2 terminated:*core/v1.ContainerStateTerminated#3
core/v1.ContainerStateRunning startedAt:time#1
core/v1.ContainerStateTerminated exitCode:int32#1! signal:int32#2 reason:string#3 message:string#4 startedAt:time#5 finishedAt:time#6 containerID:string#7
core/v1.ContainerStateWaiting reason:string#1 message:string#2
core/v1.ContainerStatus name:string#1! state:core/v1.ContainerState#2 lastState:core/v1.ContainerState#3 ready:bool#4! restartCount:int32#5! image:string#6! imageID:string#7! containerID:string#8 started:*bool#9 allocatedResources:map[string]quantity#10 resources:*core/v1.ResourceRequirements#11 volumeMounts:[]core/v1.VolumeMountStatus#12@map(mountPath)@merge(mountPath) user:*core/v1.ContainerUser#13 allocatedResourcesStatus:[]core/v1.ResourceStatus#14@map(name)@merge(name) stopSignal:*string#15
core/v1.ContainerUser linux:*core/v1.LinuxContainerUser#1
core/v1.DaemonEndpoint Port:int32#1!
core/v1.DownwardAPIProjection items:[]core/v1.DownwardAPIVolumeFile#1@atomic
core/v1.DownwardAPIVolumeFile path:string#1! fieldRef:*core/v1.ObjectFieldSelector#2 resourceFieldRef:*core/v1.ResourceFieldSelector#3 mode:*int32#4
core/v1.DownwardAPIVolumeSource items:[]core/v1.DownwardAPIVolumeFile#1@atomic defaultMode:*int32#2
core/v1.EmptyDirVolumeSource medium:string#1 sizeLimit:*quantity#2
core/v1.EndpointAddress atomic ip:string#1! hostname:string#3 nodeName:*string#4 targetRef:*core/v1.ObjectReference#2
core/v1.EndpointPort atomic name:string#1 port:int32#2! protocol:string#3 appProtocol:*string#4
core/v1.EndpointSubset addresses:[]core/v1.EndpointAddress#1@atomic notReadyAddresses:[]core/v1.EndpointAddress#2@atomic ports:[]core/v1.EndpointPort#3@atomic
core/v1.Endpoints kind:string#0 apiVersion:string#0 metadata:meta/v1.ObjectMeta#1 subsets:[]core/v1.EndpointSubset#2@atomic
core/v1.EnvFromSource prefix:string#1 configMapRef:*core/v1.ConfigMapEnvSource#2 secretRef:*core/v1.SecretEnvSource#3
core/v1.EnvVar name:string#1! value:string#2 valueFrom:*core/v1.EnvVarSource#3
core/v1.EnvVarSource fieldRef:*core/v1.ObjectFieldSelector#1 resourceFieldRef:*core/v1.ResourceFieldSelector#2 configMapKeyRef:*core/v1.ConfigMapKeySelector#3 secretKeyRef:*core/v1.SecretKeySelector#4 fileKeyRef:*core/v1.FileKeySelector#5
core/v1.EphemeralContainer ^1.name:string#1! ^1.image:string#2 ^1.command:[]string#3@atomic ^1.args:[]string#4@atomic ^1.workingDir:string#5 ^1.ports:[]core/v1.ContainerPort#6@map(containerPort,protocol)@merge(containerPort) ^1.envFrom:[]core/v1.EnvFromSource#19@atomic ^1.env:[]core/v1.EnvVar#7@map(name)@merge(name) ^1.resources:core/v1.ResourceRequirements#8 ^1.resizePolicy:[]core/v1.ContainerResizePolicy#23@atomic ^1.restartPolicy:*string#24 ^1.restartPolicyRules:[]core/v1.ContainerRestartRule#25@atomic ^1.volumeMounts:[]core/v1.VolumeMount#9@map(mountPath)@merge(mountPath) ^1.volumeDevices:[]core/v1.VolumeDevice#21@map(devicePath)@merge(devicePath) ^1.livenessProbe:*core/v1.Probe#10 ^1.readinessProbe:*core/v1.Probe#11 ^1.startupProbe:*core/v1.Probe#22 ^1.lifecycle:*core/v1.Lifecycle#12 ^1.terminationMessagePath:string#13 ^1.terminationMessagePolicy:string#20 ^1.imagePullPolicy:string#14 ^1.securityContext:*core/v1.SecurityContext#15 ^1.stdin:bool#16 ^1.stdinOnce:bool#17 ^1.tty:bool#18 targetContainerName:string#2
core/v1.EphemeralVolumeSource volumeClaimTemplate:*core/v1.PersistentVolumeClaimTemplate#1
core/v1.Event kind:string#0 apiVersion:string#0 metadata:meta/v1.ObjectMeta#1! involvedObject:core/v1.ObjectReference#2! reason:string#3 message:string#4 source:core/v1.EventSource#5 firstTimestamp:time#6 lastTimestamp:time#7 count:int32#8 type:string#9 eventTime:microtime#10 series:*core/v1.EventSeries#11 action:string#12 related:*core/v1.ObjectReference#13 reportingComponent:string#14! reportingInstance:string#15!
core/v1.EventSeries count:int32#1 lastObservedTime:microtime#2
core/v1.EventSource component:string#1 host:string#2
core/v1.ExecAction command:[]string#1@atomic
core/v1.FCVolumeSource targetWWNs:[]string#1@atomic lun:*int32#2 fsType:string#3 readOnly:bool#4 wwids:[]string#5@atomic
core/v1.FileKeySelector atomic volumeName:string#1! path:string#2! key:string#3! optional:*bool#4
core/v1.FlexPersistentVolumeSource driver:string#1! fsType:string#2 secretRef:*core/v1.SecretReference#3 readOnly:bool#4 options:map[string]string#5
core/v1.FlexVolumeSource driver:string#1! fsType:string#2 secretRef:*core/v1.LocalObjectReference#3 readOnly:bool#4 options:map[string]string#5
core/v1.FlockerVolumeSource datasetName:string#1 datasetUUID:string#2
core/v1.GCEPersistentDiskVolumeSource pdName:string#1! fsType:string#2 partition:int32#3 readOnly:bool#4
core/v1.GRPCAction port:int32#1! service:*string#2!
core/v1.GitRepoVolumeSource repository:string#1! revision:string#2 directory:string#3
core/v1.GlusterfsPersistentVolumeSource endpoints:string#1! path:string#2! readOnly:bool#3 endpointsNamespace:*string#4
core/v1.GlusterfsVolumeSource endpoints:string#1! path:string#2! readOnly:bool#3
core/v1.HTTPGetAction path:string#1 port:intOrString#2! host:string#3 scheme:string#4 httpHeaders:[]core/v1.HTTPHeader#5@atomic
core/v1.HTTPHeader name:string#1! value:string#2!
core/v1.HostAlias ip:string#1! hostnames:[]string#2@atomic
core/v1.HostIP ip:string#1!
core/v1.HostPathVolumeSource path:string#1! type:*string#2
core/v1.ISCSIPersistentVolumeSource targetPortal:string#1! iqn:string#2! lun:int32#3! iscsiInterface:string#4~"default" fsType:string#5 readOnly:bool#6 portals:[]string#7@atomic chapAuthDiscovery:bool#8 chapAuthSession:bool#11 secretRef:*core/v1.SecretReference#10 initiatorName:*string#12
core/v1.ISCSIVolumeSource targetPortal:string#1! iqn:string#2! lun:int32#3! iscsiInterface:string#4~"default" fsType:string#5 readOnly:bool#6 portals:[]string#7@atomic chapAuthDiscovery:bool#8 chapAuthSession:bool#11 secretRef:*core/v1.LocalObjectReference#10 initiatorName:*string#12
core/v1.ImageVolumeSource reference:string#1 pullPolicy:string#2
core/v1.ImageVolumeStatus imageRef:string#1
core/v1.KeyToPath key:string#1! path:string#2! mode:*int32#3
core/v1.Lifecycle postStart:*core/v1.LifecycleHandler#1 preStop:*core/v1.LifecycleHandler#2 stopSignal:*string#3
core/v1.LifecycleHandler exec:*core/v1.ExecAction#1 httpGet:*core/v1.HTTPGetAction#2 tcpSocket:*core/v1.TCPSocketAction#3 sleep:*core/v1.SleepAction#4
core/v1.LimitRange kind:string#0 apiVersion:string#0 metadata:meta/v1.ObjectMeta#1 spec:core/v1.LimitRangeSpec#2
core/v1.LimitRangeItem type:string#1! max:map[string]quantity#2 min:map[string]quantity#3 default:map[string]quantity#4 defaultRequest:map[string]quantity#5 maxLimitRequestRatio:map[string]quantity#6
core/v1.LimitRangeSpec limits:[]core/v1.LimitRangeItem#1!@atomic
core/v1.LinuxContainerUser uid:int64#1! gid:int64#2! supplementalGroups:[]int64#3@atomic
core/v1.LoadBalancerIngress ip:string#1 hostname:string#2 ipMode:*string#3 ports:[]core/v1.PortStatus#4@atomic
core/v1.LoadBalancerStatus ingress:[]core/v1.LoadBalancerIngress#1@atomic
core/v1.LocalObjectReference atomic name:string#1
core/v1.LocalVolumeSource path:string#1! fsType:*string#2
core/v1.ModifyVolumeStatus targetVolumeAttributesClassName:string#1 status:string#2!
core/v1.NFSVolumeSource server:string#1! path:string#2! readOnly:bool#3
core/v1.Namespace kind:string#0 apiVersion:string#0 metadata:meta/v1.ObjectMeta#1 spec:core/v1.NamespaceSpec#2 status:core/v1.NamespaceStatus#3
core/v1.NamespaceCondition type:string#1! status:string#2! lastTransitionTime:time#4 reason:string#5 message:string#6
core/v1.NamespaceSpec finalizers:[]string#1@atomic
core/v1.NamespaceStatus phase:string#1 conditions:[]core/v1.NamespaceCondition#2@map(type)@merge(type)
core/v1.Node kind:string#0 apiVersion:string#0 metadata:meta/v1.ObjectMeta#1 spec:core/v1.NodeSpec#2 status:core/v1.NodeStatus#3
core/v1.NodeAddress type:string#1! address:string#2!
core/v1.NodeAffinity requiredDuringSchedulingIgnoredDuringExecution:*core/v1.NodeSelector#1 preferredDuringSchedulingIgnoredDuringExecution:[]core/v1.PreferredSchedulingTerm#2@atomic
core/v1.NodeAllocatableResourceClaimStatus resourceClaimName:string#1! containers:[]string#2@set resources:map[string]quantity#3!
core/v1.NodeCondition type:string#1! status:string#2! lastHeartbeatTime:time#3 lastTransitionTime:time#4 reason:string#5 message:string#6
core/v1.NodeConfigSource configMap:*core/v1.ConfigMapNodeConfigSource#2
core/v1.NodeConfigStatus assigned:*core/v1.NodeConfigSource#1 active:*core/v1.NodeConfigSource#2 lastKnownGood:*core/v1.NodeConfigSource#3 error:string#4
core/v1.NodeDaemonEndpoints kubeletEndpoint:core/v1.DaemonEndpoint#1
core/v1.NodeFeatures supplementalGroupsPolicy:*bool#1
core/v1.NodeRuntimeHandler name:string#1! features:*core/v1.NodeRuntimeHandlerFeatures#2
core/v1.NodeRuntimeHandlerFeatures recursiveReadOnlyMounts:*bool#1 userNamespaces:*bool#2
core/v1.NodeSelector atomic nodeSelectorTerms:[]core/v1.NodeSelectorTerm#1!@atomic
core/v1.NodeSelectorRequirement key:string#1! operator:string#2! values:[]string#3@atomic
core/v1.NodeSelectorTerm atomic matchExpressions:[]core/v1.NodeSelectorRequirement#1@atomic matchFields:[]core/v1.NodeSelectorRequirement#2@atomic
core/v1.NodeSpec podCIDR:string#1 podCIDRs:[]string#7@set@merge providerID:string#3 unschedulable:bool#4 taints:[]core/v1.Taint#5@atomic configSource:*core/v1.NodeConfigSource#6 externalID:string#2
core/v1.NodeStatus capacity:map[string]quantity#1 allocatable:map[string]quantity#2 phase:string#3 conditions:[]core/v1.NodeCondition#4@map(type)@merge(type) addresses:[]core/v1.NodeAddress#5@map(type)@merge(type) daemonEndpoints:core/v1.NodeDaemonEndpoints#6 nodeInfo:core/v1.NodeSystemInfo#7 images:[]core/v1.ContainerImage#8@atomic volumesInUse:[]string#9@atomic volumesAttached:[]core/v1.AttachedVolume#10@atomic config:*core/v1.NodeConfigStatus#11 runtimeHandlers:[]core/v1.NodeRuntimeHandler#12@atomic features:*core/v1.NodeFeatures#13 declaredFeatures:[]string#14@atomic
core/v1.NodeSwapStatus capacity:*int64#1
core/v1.NodeSystemInfo machineID:string#1! systemUUID:string#2! bootID:string#3! kernelVersion:string#4! osImage:string#5! containerRuntimeVersion:string#6! kubeletVersion:string#7! kubeProxyVersion:string#8! operatingSystem:string#9! architecture:string#10! swap:*core/v1.NodeSwapStatus#11
core/v1.ObjectFieldSelector atomic apiVersion:string#1 fieldPath:string#2!
core/v1.ObjectReference atomic kind:string#1 namespace:string#2 name:string#3 uid:string#4 apiVersion:string#5 resourceVersion:string#6 fieldPath:string#7
core/v1.PersistentVolume kind:string#0 apiVersion:string#0 metadata:meta/v1.ObjectMeta#1 spec:core/v1.PersistentVolumeSpec#2 status:core/v1.PersistentVolumeStatus#3
core/v1.PersistentVolumeClaim kind:string#0 apiVersion:string#0 metadata:meta/v1.ObjectMeta#1 spec:core/v1.PersistentVolumeClaimSpec#2 status:core/v1.PersistentVolumeClaimStatus#3
core/v1.PersistentVolumeClaimCondition type:string#1! status:string#2! lastProbeTime:time#3 lastTransitionTime:time#4 reason:string#5 message:string#6
core/v1.PersistentVolumeClaimSpec accessModes:[]string#1@atomic selector:*meta/v1.LabelSelector#4 resources:core/v1.VolumeResourceRequirements#2 volumeName:string#3 storageClassName:*string#5 volumeMode:*string#6 dataSource:*core/v1.TypedLocalObjectReference#7 dataSourceRef:*core/v1.TypedObjectReference#8 volumeAttributesClassName:*string#9
core/v1.PersistentVolumeClaimStatus phase:string#1 accessModes:[]string#2@atomic capacity:map[string]quantity#3 conditions:[]core/v1.PersistentVolumeClaimCondition#4@map(type)@merge(type) allocatedResources:map[string]quantity#5 allocatedResourceStatuses:map[string]string#7 currentVolumeAttributesClassName:*string#8 modifyVolumeStatus:*core/v1.ModifyVolumeStatus#9
core/v1.PersistentVolumeClaimTemplate metadata:meta/v1.ObjectMeta#1 spec:core/v1.PersistentVolumeClaimSpec#2!
core/v1.PersistentVolumeClaimVolumeSource claimName:string#1! readOnly:bool#2
core/v1.PersistentVolumeSpec capacity:map[string]quantity#1 ^2.gcePersistentDisk:*core/v1.GCEPersistentDiskVolumeSource#1 ^2.awsElasticBlockStore:*core/v1.AWSElasticBlockStoreVolumeSource#2 ^2.hostPath:*core/v1.HostPathVolumeSource#3 ^2.glusterfs:*core/v1.GlusterfsPersistentVolumeSource#4 ^2.nfs:*core/v1.NFSVolumeSource#5 ^2.rbd:*core/v1.RBDPersistentVolumeSource#6 ^2.iscsi:*core/v1.ISCSIPersistentVolumeSource#7 ^2.cinder:*core/v1.CinderPersistentVolumeSource#8 ^2.cephfs:*core/v1.CephFSPersistentVolumeSource#9 ^2.fc:*core/v1.FCVolumeSource#10 ^2.flocker:*core/v1.FlockerVolumeSource#11 ^2.flexVolume:*core/v1.FlexPersistentVolumeSource#12 ^2.azureFile:*core/v1.AzureFilePersistentVolumeSource#13 ^2.vsphereVolume:*core/v1.VsphereVirtualDiskVolumeSource#14 ^2.quobyte:*core/v1.QuobyteVolumeSource#15 ^2.azureDisk:*core/v1.AzureDiskVolumeSource#16 ^2.photonPersistentDisk:*core/v1.PhotonPersistentDiskVolumeSource#17 ^2.portworxVolume:*core/v1.PortworxVolumeSource#18 ^2.scaleIO:*core/v1.ScaleIOPersistentVolumeSource#19 ^2.local:*core/v1.LocalVolumeSource#20 ^2.storageos:*core/v1.StorageOSPersistentVolumeSource#21 ^2.csi:*core/v1.CSIPersistentVolumeSource#22 accessModes:[]string#3@atomic claimRef:*core/v1.ObjectReference#4 persistentVolumeReclaimPolicy:string#5 storageClassName:string#6 mountOptions:[]string#7@atomic volumeMode:*string#8 nodeAffinity:*core/v1.VolumeNodeAffinity#9 volumeAttributesClassName:*string#10
core/v1.PersistentVolumeStatus phase:string#1 message:string#2 reason:string#3 lastPhaseTransitionTime:*time#4
core/v1.PhotonPersistentDiskVolumeSource pdID:string#1! fsType:string#2
core/v1.Pod kind:string#0 apiVersion:string#0 metadata:meta/v1.ObjectMeta#1 spec:core/v1.PodSpec#2 status:core/v1.PodStatus#3
core/v1.PodAffinity requiredDuringSchedulingIgnoredDuringExecution:[]core/v1.PodAffinityTerm#1@atomic preferredDuringSchedulingIgnoredDuringExecution:[]core/v1.WeightedPodAffinityTerm#2@atomic
core/v1.PodAffinityTerm labelSelector:*meta/v1.LabelSelector#1 namespaces:[]string#2@atomic topologyKey:string#3! namespaceSelector:*meta/v1.LabelSelector#4 matchLabelKeys:[]string#5@atomic mismatchLabelKeys:[]string#6@atomic
core/v1.PodAntiAffinity requiredDuringSchedulingIgnoredDuringExecution:[]core/v1.PodAffinityTerm#1@atomic preferredDuringSchedulingIgnoredDuringExecution:[]core/v1.WeightedPodAffinityTerm#2@atomic
core/v1.PodCertificateProjection signerName:string#1 keyType:string#2 maxExpirationSeconds:*int32#3 credentialBundlePath:string#4 keyPath:string#5 certificateChainPath:string#6 userAnnotations:map[string]string#7
core/v1.PodCondition type:string#1! observedGeneration:int64#7 status:string#2! lastProbeTime:time#3 lastTransitionTime:time#4 reason:string#5 message:string#6
core/v1.PodDNSConfig nameservers:[]string#1@atomic searches:[]string#2@atomic options:[]core/v1.PodDNSConfigOption#3@atomic
core/v1.PodDNSConfigOption name:string#1 value:*string#2
core/v1.PodExtendedResourceClaimStatus requestMappings:[]core/v1.ContainerExtendedResourceRequest#1!@atomic resourceClaimName:string#2!
core/v1.PodIP ip:string#1!
core/v1.PodOS name:string#1!
core/v1.PodReadinessGate conditionType:string#1!
core/v1.PodResourceClaim name:string#1! resourceClaimName:*string#3 resourceClaimTemplateName:*string#4
core/v1.PodResourceClaimStatus name:string#1! resourceClaimName:*string#2
core/v1.PodSchedulingGate name:string#1!
core/v1.PodSchedulingGroup podGroupName:*string#1
core/v1.PodSecurityContext seLinuxOptions:*core/v1.SELinuxOptions#1 windowsOptions:*core/v1.WindowsSecurityContextOptions#8 runAsUser:*int64#2 runAsGroup:*int64#6 runAsNonRoot:*bool#3 supplementalGroups:[]int64#4@atomic supplementalGroupsPolicy:*string#12 fsGroup:*int64#5 sysctls:[]core/v1.Sysctl#7@atomic fsGroupChangePolicy:*string#9 seccompProfile:*core/v1.SeccompProfile#10 appArmorProfile:*core/v1.AppArmorProfile#11 seLinuxChangePolicy:*string#13
core/v1.PodSpec volumes:[]core/v1.Volume#1@map(name)@merge(name)@retain initContainers:[]core/v1.Container#20@map(name)@merge(name) containers:[]core/v1.Container#2!@map(name)@merge(name) ephemeralContainers:[]core/v1.EphemeralContainer#34@map(name)@merge(name) restartPolicy:string#3 terminationGracePeriodSeconds:*int64#4 activeDeadlineSeconds:*int64#5 dnsPolicy:string#6 nodeSelector:map[string]string#7@atomic serviceAccountName:string#8 serviceAccount:string#9 automountServiceAccountToken:*bool#21 nodeName:string#10 hostNetwork:bool#11 hostPID:bool#12 hostIPC:bool#13 shareProcessNamespace:*bool#27 securityContext:*core/v1.PodSecurityContext#14 imagePullSecrets:[]core/v1.LocalObjectReference#15@map(name)@merge(name) hostname:string#16 subdomain:string#17 affinity:*core/v1.Affinity#18 schedulerName:string#19 tolerations:[]core/v1.Toleration#22@atomic hostAliases:[]core/v1.HostAlias#23@map(ip)@merge(ip) priorityClassName:string#24 priority:*int32#25 dnsConfig:*core/v1.PodDNSConfig#26 readinessGates:[]core/v1.PodReadinessGate#28@atomic runtimeClassName:*string#29 enableServiceLinks:*bool#30 preemptionPolicy:*string#31 overhead:map[string]quantity#32 topologySpreadConstraints:[]core/v1.TopologySpreadConstraint#33@map(topologyKey,whenUnsatisfiable)@merge(topologyKey) setHostnameAsFQDN:*bool#35 os:*core/v1.PodOS#36 hostUsers:*bool#37 schedulingGates:[]core/v1.PodSchedulingGate#38@map(name)@merge(name) resourceClaims:[]core/v1.PodResourceClaim#39@map(name)@merge(name)@retain resources:*core/v1.ResourceRequirements#40 hostnameOverride:*string#41 schedulingGroup:*core/v1.PodSchedulingGroup#43
core/v1.PodStatus observedGeneration:int64#17 phase:string#1 conditions:[]core/v1.PodCondition#2@map(type)@merge(type) message:string#3 reason:string#4 nominatedNodeName:string#11 hostIP:string#5 hostIPs:[]core/v1.HostIP#16@atomic@merge(ip) podIP:string#6 podIPs:[]core/v1.PodIP#12@map(ip)@merge(ip) startTime:*time#7 initContainerStatuses:[]core/v1.ContainerStatus#10@atomic containerStatuses:[]core/v1.ContainerStatus#8@atomic qosClass:string#9 ephemeralContainerStatuses:[]core/v1.ContainerStatus#13@atomic resize:string#14 resourceClaimStatuses:[]core/v1.PodResourceClaimStatus#15@map(name)@merge(name)@retain extendedResourceClaimStatus:*core/v1.PodExtendedResourceClaimStatus#18 allocatedResources:map[string]quantity#19 resources:*core/v1.ResourceRequirements#20 nodeAllocatableResourceClaimStatuses:[]core/v1.NodeAllocatableResourceClaimStatus#21@atomic
core/v1.PodTemplate kind:string#0 apiVersion:string#0 metadata:meta/v1.ObjectMeta#1 template:core/v1.PodTemplateSpec#2
core/v1.PodTemplateSpec metadata:meta/v1.ObjectMeta#1 spec:core/v1.PodSpec#2
core/v1.PortStatus port:int32#1! protocol:string#2! error:*string#3
core/v1.PortworxVolumeSource volumeID:string#1! fsType:string#2 readOnly:bool#3
core/v1.PreferredSchedulingTerm weight:int32#1! preference:core/v1.NodeSelectorTerm#2!
core/v1.Probe ^1.exec:*core/v1.ExecAction#1 ^1.httpGet:*core/v1.HTTPGetAction#2 ^1.tcpSocket:*core/v1.TCPSocketAction#3 ^1.grpc:*core/v1.GRPCAction#4 initialDelaySeconds:int32#2 timeoutSeconds:int32#3 periodSeconds:int32#4 successThreshold:int32#5 failureThreshold:int32#6 terminationGracePeriodSeconds:*int64#7
core/v1.ProjectedVolumeSource sources:[]core/v1.VolumeProjection#1!@atomic defaultMode:*int32#2
core/v1.QuobyteVolumeSource registry:string#1! volume:string#2! readOnly:bool#3 user:string#4 group:string#5 tenant:string#6
core/v1.RBDPersistentVolumeSource monitors:[]string#1!@atomic image:string#2! fsType:string#3 pool:string#4~"rbd" user:string#5~"admin" keyring:string#6~"/etc/ceph/keyring" secretRef:*core/v1.SecretReference#7 readOnly:bool#8
core/v1.RBDVolumeSource monitors:[]string#1!@atomic image:string#2! fsType:string#3 pool:string#4~"rbd" user:string#5~"admin" keyring:string#6~"/etc/ceph/keyring" secretRef:*core/v1.LocalObjectReference#7 readOnly:bool#8
core/v1.ReplicationController kind:string#0 apiVersion:string#0 metadata:meta/v1.ObjectMeta#1 spec:core/v1.ReplicationControllerSpec#2 status:core/v1.ReplicationControllerStatus#3
core/v1.ReplicationControllerCondition type:string#1! status:string#2! lastTransitionTime:time#3 reason:string#4 message:string#5
core/v1.ReplicationControllerSpec replicas:*int32#1~1 minReadySeconds:int32#4 selector:map[string]string#2@atomic template:*core/v1.PodTemplateSpec#3
core/v1.ReplicationControllerStatus replicas:int32#1! fullyLabeledReplicas:int32#2 readyReplicas:int32#4 availableReplicas:int32#5 observedGeneration:int64#3 conditions:[]core/v1.ReplicationControllerCondition#6@map(type)@merge(type)
core/v1.ResourceClaim name:string#1! request:string#2
core/v1.ResourceFieldSelector atomic containerName:string#1 resource:string#2! divisor:quantity#3
core/v1.ResourceHealth resourceID:string#1! health:string#2 message:*string#6
core/v1.ResourceQuota kind:string#0 apiVersion:string#0 metadata:meta/v1.ObjectMeta#1 spec:core/v1.ResourceQuotaSpec#2 status:core/v1.ResourceQuotaStatus#3
core/v1.ResourceQuotaSpec hard:map[string]quantity#1 scopes:[]string#2@atomic scopeSelector:*core/v1.ScopeSelector#3
core/v1.ResourceQuotaStatus hard:map[string]quantity#1 used:map[string]quantity#2
core/v1.ResourceRequirements limits:map[string]quantity#1 requests:map[string]quantity#2 claims:[]core/v1.ResourceClaim#3@map(name)
core/v1.ResourceStatus name:string#1! resources:[]core/v1.ResourceHealth#2@map(resourceID)
core/v1.SELinuxOptions user:string#1 role:string#2 type:string#3 level:string#4
core/v1.ScaleIOPersistentVolumeSource gateway:string#1! system:string#2! secretRef:*core/v1.SecretReference#3! sslEnabled:bool#4 protectionDomain:string#5 storagePool:string#6 storageMode:string#7~"ThinProvisioned" volumeName:string#8 fsType:string#9~"xfs" readOnly:bool#10
core/v1.ScaleIOVolumeSource gateway:string#1! system:string#2! secretRef:*core/v1.LocalObjectReference#3! sslEnabled:bool#4 protectionDomain:string#5 storagePool:string#6 storageMode:string#7~"ThinProvisioned" volumeName:string#8 fsType:string#9~"xfs" readOnly:bool#10
core/v1.ScopeSelector atomic matchExpressions:[]core/v1.ScopedResourceSelectorRequirement#1@atomic
core/v1.ScopedResourceSelectorRequirement scopeName:string#1! operator:string#2! values:[]string#3@atomic
core/v1.SeccompProfile type:string#1! localhostProfile:*string#2
core/v1.Secret kind:string#0 apiVersion:string#0 metadata:meta/v1.ObjectMeta#1 immutable:*bool#5 data:map[string]bytes#2 stringData:map[string]string#4 type:string#3
core/v1.SecretEnvSource ^1.name:string#1 optional:*bool#2
core/v1.SecretKeySelector atomic ^1.name:string#1 key:string#2! optional:*bool#3
core/v1.SecretProjection ^1.name:string#1 items:[]core/v1.KeyToPath#2@atomic optional:*bool#4
core/v1.SecretReference atomic name:string#1 namespace:string#2
core/v1.SecretVolumeSource secretName:string#1 items:[]core/v1.KeyToPath#2@atomic defaultMode:*int32#3 optional:*bool#4
core/v1.SecurityContext capabilities:*core/v1.Capabilities#1 privileged:*bool#2 seLinuxOptions:*core/v1.SELinuxOptions#3 windowsOptions:*core/v1.WindowsSecurityContextOptions#10 runAsUser:*int64#4 runAsGroup:*int64#8 runAsNonRoot:*bool#5 readOnlyRootFilesystem:*bool#6 allowPrivilegeEscalation:*bool#7 procMount:*string#9 seccompProfile:*core/v1.SeccompProfile#11 appArmorProfile:*core/v1.AppArmorProfile#12
core/v1.Service kind:string#0 apiVersion:string#0 metadata:meta/v1.ObjectMeta#1 spec:core/v1.ServiceSpec#2 status:core/v1.ServiceStatus#3
core/v1.ServiceAccount kind:string#0 apiVersion:string#0 metadata:meta/v1.ObjectMeta#1 secrets:[]core/v1.ObjectReference#2@map(name)@merge(name) imagePullSecrets:[]core/v1.LocalObjectReference#3@atomic automountServiceAccountToken:*bool#4
core/v1.ServiceAccountTokenProjection audience:string#1 expirationSeconds:*int64#2 path:string#3!
core/v1.ServicePort name:string#1 protocol:string#2~"TCP" appProtocol:*string#6 port:int32#3! targetPort:intOrString#4 nodePort:int32#5
core/v1.ServiceSpec ports:[]core/v1.ServicePort#1@map(port,protocol)@merge(port) selector:map[string]string#2@atomic clusterIP:string#3 clusterIPs:[]string#18@atomic type:string#4 externalIPs:[]string#5@atomic sessionAffinity:string#7 loadBalancerIP:string#8 loadBalancerSourceRanges:[]string#9@atomic externalName:string#10 externalTrafficPolicy:string#11 healthCheckNodePort:int32#12 publishNotReadyAddresses:bool#13 sessionAffinityConfig:*core/v1.SessionAffinityConfig#14 ipFamilies:[]string#19@atomic ipFamilyPolicy:*string#17 allocateLoadBalancerNodePorts:*bool#20 loadBalancerClass:*string#21 internalTrafficPolicy:*string#22 trafficDistribution:*string#23
core/v1.ServiceStatus loadBalancer:core/v1.LoadBalancerStatus#1 conditions:[]meta/v1.Condition#2@map(type)@merge(type)
core/v1.SessionAffinityConfig clientIP:*core/v1.ClientIPConfig#1
core/v1.SleepAction seconds:int64#1!
core/v1.StorageOSPersistentVolumeSource volumeName:string#1 volumeNamespace:string#2 fsType:string#3 readOnly:bool#4 secretRef:*core/v1.ObjectReference#5
core/v1.StorageOSVolumeSource volumeName:string#1 volumeNamespace:string#2 fsType:string#3 readOnly:bool#4 secretRef:*core/v1.LocalObjectReference#5
core/v1.Sysctl name:string#1! value:string#2!
core/v1.TCPSocketAction port:intOrString#1! host:string#2
core/v1.Taint key:string#1! value:string#2 effect:string#3! timeAdded:*time#4
core/v1.Toleration key:string#1 operator:string#2 value:string#3 effect:string#4 tolerationSeconds:*int64#5
core/v1.TopologySelectorLabelRequirement key:string#1! values:[]string#2!@atomic
core/v1.TopologySelectorTerm atomic matchLabelExpressions:[]core/v1.TopologySelectorLabelRequirement#1@atomic
core/v1.TopologySpreadConstraint maxSkew:int32#1! topologyKey:string#2! whenUnsatisfiable:string#3! labelSelector:*meta/v1.LabelSelector#4 minDomains:*int32#5 nodeAffinityPolicy:*string#6 nodeTaintsPolicy:*string#7 matchLabelKeys:[]string#8@atomic
core/v1.TypedLocalObjectReference atomic apiGroup:*string#1! kind:string#2! name:string#3!
core/v1.TypedObjectReference apiGroup:*string#1! kind:string#2! name:string#3! namespace:*string#4
core/v1.Volume name:string#1! ^2.hostPath:*core/v1.HostPathVolumeSource#1 ^2.emptyDir:*core/v1.EmptyDirVolumeSource#2 ^2.gcePersistentDisk:*core/v1.GCEPersistentDiskVolumeSource#3 ^2.awsElasticBlockStore:*core/v1.AWSElasticBlockStoreVolumeSource#4 ^2.gitRepo:*core/v1.GitRepoVolumeSource#5 ^2.secret:*core/v1.SecretVolumeSource#6 ^2.nfs:*core/v1.NFSVolumeSource#7 ^2.iscsi:*core/v1.ISCSIVolumeSource#8 ^2.glusterfs:*core/v1.GlusterfsVolumeSource#9 ^2.persistentVolumeClaim:*core/v1.PersistentVolumeClaimVolumeSource#10 ^2.rbd:*core/v1.RBDVolumeSource#11 ^2.flexVolume:*core/v1.FlexVolumeSource#12 ^2.cinder:*core/v1.CinderVolumeSource#13 ^2.cephfs:*core/v1.CephFSVolumeSource#14 ^2.flocker:*core/v1.FlockerVolumeSource#15 ^2.downwardAPI:*core/v1.DownwardAPIVolumeSource#16 ^2.fc:*core/v1.FCVolumeSource#17 ^2.azureFile:*core/v1.AzureFileVolumeSource#18 ^2.configMap:*core/v1.ConfigMapVolumeSource#19 ^2.vsphereVolume:*core/v1.VsphereVirtualDiskVolumeSource#20 ^2.quobyte:*core/v1.QuobyteVolumeSource#21 ^2.azureDisk:*core/v1.AzureDiskVolumeSource#22 ^2.photonPersistentDisk:*core/v1.PhotonPersistentDiskVolumeSource#23 ^2.projected:*core/v1.ProjectedVolumeSource#26 ^2.portworxVolume:*core/v1.PortworxVolumeSource#24 ^2.scaleIO:*core/v1.ScaleIOVolumeSource#25 ^2.storageos:*core/v1.StorageOSVolumeSource#27 ^2.csi:*core/v1.CSIVolumeSource#28 ^2.ephemeral:*core/v1.EphemeralVolumeSource#29 ^2.image:*core/v1.ImageVolumeSource#30
core/v1.VolumeDevice name:string#1! devicePath:string#2!
core/v1.VolumeMount name:string#1! readOnly:bool#2 recursiveReadOnly:*string#7 mountPath:string#3! subPath:string#4 mountPropagation:*string#5 subPathExpr:string#6
core/v1.VolumeMountStatus name:string#1! mountPath:string#2! readOnly:bool#3 recursiveReadOnly:*string#4 volumeStatus:*core/v1.VolumeStatus#5
core/v1.VolumeNodeAffinity required:*core/v1.NodeSelector#1
core/v1.VolumeProjection secret:*core/v1.SecretProjection#1 downwardAPI:*core/v1.DownwardAPIProjection#2 configMap:*core/v1.ConfigMapProjection#3 serviceAccountToken:*core/v1.ServiceAccountTokenProjection#4 clusterTrustBundle:*core/v1.ClusterTrustBundleProjection#5 podCertificate:*core/v1.PodCertificateProjection#6
core/v1.VolumeResourceRequirements limits:map[string]quantity#1 requests:map[string]quantity#2
core/v1.VolumeStatus image:*core/v1.ImageVolumeStatus#1
core/v1.VsphereVirtualDiskVolumeSource volumePath:string#1! fsType:string#2 storagePolicyName:string#3 storagePolicyID:string#4
core/v1.WeightedPodAffinityTerm weight:int32#1! podAffinityTerm:core/v1.PodAffinityTerm#2!
core/v1.WindowsSecurityContextOptions gmsaCredentialSpecName:*string#1 gmsaCredentialSpec:*string#2 runAsUserName:*string#3 hostProcess:*bool#4
discovery/v1.Endpoint addresses:[]string#1!@set conditions:discovery/v1.EndpointConditions#2 hostname:*string#3 targetRef:*core/v1.ObjectReference#4 deprecatedTopology:map[string]string#5 nodeName:*string#6 zone:*string#7 hints:*discovery/v1.EndpointHints#8
discovery/v1.EndpointConditions ready:*bool#1 serving:*bool#2 terminating:*bool#3
discovery/v1.EndpointHints forZones:[]discovery/v1.ForZone#1@atomic forNodes:[]discovery/v1.ForNode#2@atomic
discovery/v1.EndpointPort atomic name:*string#1 protocol:*string#2 port:*int32#3 appProtocol:*string#4
discovery/v1.EndpointSlice kind:string#0 apiVersion:string#0 metadata:meta/v1.ObjectMeta#1 addressType:string#4! endpoints:[]discovery/v1.Endpoint#2!@atomic ports:[]discovery/v1.EndpointPort#3!@atomic
discovery/v1.ForNode name:string#1!
discovery/v1.ForZone name:string#1!
events/v1.Event kind:string#0 apiVersion:string#0 metadata:meta/v1.ObjectMeta#1! eventTime:microtime#2! series:*events/v1.EventSeries#3 reportingController:string#4 reportingInstance:string#5 action:string#6 reason:string#7 regarding:core/v1.ObjectReference#8 related:*core/v1.ObjectReference#9 note:string#10 type:string#11 deprecatedSource:core/v1.EventSource#12 deprecatedFirstTimestamp:time#13 deprecatedLastTimestamp:time#14 deprecatedCount:int32#15
events/v1.EventSeries count:int32#1! lastObservedTime:microtime#2!
meta/v1.Condition type:string#1! status:string#2! observedGeneration:int64#3 lastTransitionTime:time#4! reason:string#5! message:string#6!
meta/v1.DeleteOptions kind:string#0 apiVersion:string#0 gracePeriodSeconds:*int64#1 preconditions:*meta/v1.Preconditions#2 orphanDependents:*bool#3 propagationPolicy:*string#4 dryRun:[]string#5@atomic ignoreStoreReadErrorWithClusterBreakingPotential:*bool#6
meta/v1.FieldSelectorRequirement key:string#1! operator:string#2! values:[]string#3@atomic
meta/v1.LabelSelector atomic matchLabels:map[string]string#1 matchExpressions:[]meta/v1.LabelSelectorRequirement#2@atomic
meta/v1.LabelSelectorRequirement key:string#1! operator:string#2! values:[]string#3@atomic
meta/v1.ManagedFieldsEntry manager:string#1 operation:string#2 apiVersion:string#3 time:*time#4 fieldsType:string#6 fieldsV1:*fields#7 subresource:string#8
meta/v1.ObjectMeta name:string#1 generateName:string#2 namespace:string#3 selfLink:string#4 uid:string#5 resourceVersion:string#6 generation:int64#7 creationTimestamp:time#8 deletionTimestamp:*time#9 deletionGracePeriodSeconds:*int64#10 labels:map[string]string#11 annotations:map[string]string#12 ownerReferences:[]meta/v1.OwnerReference#13@map(uid)@merge(uid) finalizers:[]string#14@set@merge managedFields:[]meta/v1.ManagedFieldsEntry#17@atomic
meta/v1.OwnerReference atomic apiVersion:string#5! kind:string#1! name:string#3! uid:string#4! controller:*bool#6 blockOwnerDeletion:*bool#7
meta/v1.Preconditions uid:*string#1 resourceVersion:*string#2
networking/v1.HTTPIngressPath path:string#1 pathType:*string#3! backend:networking/v1.IngressBackend#2!
networking/v1.HTTPIngressRuleValue paths:[]networking/v1.HTTPIngressPath#1!@atomic
networking/v1.IPBlock cidr:string#1! except:[]string#2@atomic
networking/v1.Ingress kind:string#0 apiVersion:string#0 metadata:meta/v1.ObjectMeta#1 spec:networking/v1.IngressSpec#2 status:networking/v1.IngressStatus#3
networking/v1.IngressBackend service:*networking/v1.IngressServiceBackend#4 resource:*core/v1.TypedLocalObjectReference#3
networking/v1.IngressClass kind:string#0 apiVersion:string#0 metadata:meta/v1.ObjectMeta#1 spec:networking/v1.IngressClassSpec#2
networking/v1.IngressClassParametersReference apiGroup:*string#1 kind:string#2! name:string#3! scope:*string#4! namespace:*string#5
networking/v1.IngressClassSpec controller:string#1 parameters:*networking/v1.IngressClassParametersReference#2
networking/v1.IngressLoadBalancerIngress ip:string#1 hostname:string#2 ports:[]networking/v1.IngressPortStatus#4@atomic
networking/v1.IngressLoadBalancerStatus ingress:[]networking/v1.IngressLoadBalancerIngress#1@atomic
networking/v1.IngressPortStatus port:int32#1! protocol:string#2! error:*string#3
networking/v1.IngressRule host:string#1 ^2.http:*networking/v1.HTTPIngressRuleValue#1
networking/v1.IngressServiceBackend name:string#1! port:networking/v1.ServiceBackendPort#2
networking/v1.IngressSpec ingressClassName:*string#4 defaultBackend:*networking/v1.IngressBackend#1 tls:[]networking/v1.IngressTLS#2@atomic rules:[]networking/v1.IngressRule#3@atomic
networking/v1.IngressStatus loadBalancer:networking/v1.IngressLoadBalancerStatus#1
networking/v1.IngressTLS hosts:[]string#1@atomic secretName:string#2
networking/v1.NetworkPolicy kind:string#0 apiVersion:string#0 metadata:meta/v1.ObjectMeta#1 spec:networking/v1.NetworkPolicySpec#2
networking/v1.NetworkPolicyEgressRule ports:[]networking/v1.NetworkPolicyPort#1@atomic to:[]networking/v1.NetworkPolicyPeer#2@atomic
networking/v1.NetworkPolicyIngressRule ports:[]networking/v1.NetworkPolicyPort#1@atomic from:[]networking/v1.NetworkPolicyPeer#2@atomic
networking/v1.NetworkPolicyPeer podSelector:*meta/v1.LabelSelector#1 namespaceSelector:*meta/v1.LabelSelector#2 ipBlock:*networking/v1.IPBlock#3
networking/v1.NetworkPolicyPort protocol:*string#1 port:*intOrString#2 endPort:*int32#3
networking/v1.NetworkPolicySpec podSelector:meta/v1.LabelSelector#1! ingress:[]networking/v1.NetworkPolicyIngressRule#2@atomic egress:[]networking/v1.NetworkPolicyEgressRule#3@atomic policyTypes:[]string#4@atomic
networking/v1.ServiceBackendPort atomic name:string#1 number:int32#2
node/v1.Overhead podFixed:map[string]quantity#1
node/v1.RuntimeClass kind:string#0 apiVersion:string#0 metadata:meta/v1.ObjectMeta#1 handler:string#2! overhead:*node/v1.Overhead#3 scheduling:*node/v1.Scheduling#4
node/v1.Scheduling nodeSelector:map[string]string#1@atomic tolerations:[]core/v1.Toleration#2@atomic
policy/v1.Eviction kind:string#0 apiVersion:string#0 metadata:meta/v1.ObjectMeta#1 deleteOptions:*meta/v1.DeleteOptions#2
policy/v1.PodDisruptionBudget kind:string#0 apiVersion:string#0 metadata:meta/v1.ObjectMeta#1 spec:policy/v1.PodDisruptionBudgetSpec#2 status:policy/v1.PodDisruptionBudgetStatus#3
policy/v1.PodDisruptionBudgetSpec minAvailable:*intOrString#1 selector:*meta/v1.LabelSelector#2 maxUnavailable:*intOrString#3 unhealthyPodEvictionPolicy:*string#4
policy/v1.PodDisruptionBudgetStatus observedGeneration:int64#1 disruptedPods:map[string]time#2 disruptionsAllowed:int32#3! currentHealthy:int32#4! desiredHealthy:int32#5! expectedPods:int32#6! conditions:[]meta/v1.Condition#7@map(type)@merge(type)
rbac/v1.AggregationRule clusterRoleSelectors:[]meta/v1.LabelSelector#1@atomic
rbac/v1.ClusterRole kind:string#0 apiVersion:string#0 metadata:meta/v1.ObjectMeta#1 rules:[]rbac/v1.PolicyRule#2!@atomic aggregationRule:*rbac/v1.AggregationRule#3
rbac/v1.ClusterRoleBinding kind:string#0 apiVersion:string#0 metadata:meta/v1.ObjectMeta#1 subjects:[]rbac/v1.Subject#2@atomic roleRef:rbac/v1.RoleRef#3!
rbac/v1.PolicyRule verbs:[]string#1!@atomic apiGroups:[]string#2@atomic resources:[]string#3@atomic resourceNames:[]string#4@atomic nonResourceURLs:[]string#5@atomic
rbac/v1.Role kind:string#0 apiVersion:string#0 metadata:meta/v1.ObjectMeta#1 rules:[]rbac/v1.PolicyRule#2!@atomic
rbac/v1.RoleBinding kind:string#0 apiVersion:string#0 metadata:meta/v1.ObjectMeta#1 subjects:[]rbac/v1.Subject#2@atomic roleRef:rbac/v1.RoleRef#3!
rbac/v1.RoleRef atomic apiGroup:string#1! kind:string#2! name:string#3!
rbac/v1.Subject atomic kind:string#1! apiGroup:string#2 name:string#3! namespace:string#4
scheduling/v1.PriorityClass kind:string#0 apiVersion:string#0 metadata:meta/v1.ObjectMeta#1 value:int32#2! globalDefault:bool#3 description:string#4 preemptionPolicy:*string#5
storage/v1.CSIDriver kind:string#0 apiVersion:string#0 metadata:meta/v1.ObjectMeta#1 spec:storage/v1.CSIDriverSpec#2!
storage/v1.CSIDriverSpec attachRequired:*bool#1 podInfoOnMount:*bool#2 volumeLifecycleModes:[]string#3@set storageCapacity:*bool#4 fsGroupPolicy:*string#5 tokenRequests:[]storage/v1.TokenRequest#6@atomic requiresRepublish:*bool#7 seLinuxMount:*bool#8 nodeAllocatableUpdatePeriodSeconds:*int64#9 serviceAccountTokenInSecrets:*bool#10 preventPodSchedulingIfMissing:*bool#11
storage/v1.CSINode kind:string#0 apiVersion:string#0 metadata:meta/v1.ObjectMeta#1 spec:storage/v1.CSINodeSpec#2!
storage/v1.CSINodeDriver name:string#1! nodeID:string#2! topologyKeys:[]string#3!@atomic allocatable:*storage/v1.VolumeNodeResources#4
storage/v1.CSINodeSpec drivers:[]storage/v1.CSINodeDriver#1!@map(name)@merge(name)
storage/v1.CSIStorageCapacity kind:string#0 apiVersion:string#0 metadata:meta/v1.ObjectMeta#1 nodeTopology:*meta/v1.LabelSelector#2 storageClassName:string#3! capacity:*quantity#4 maximumVolumeSize:*quantity#5
storage/v1.StorageClass kind:string#0 apiVersion:string#0 metadata:meta/v1.ObjectMeta#1 provisioner:string#2! parameters:map[string]string#3 reclaimPolicy:*string#4 mountOptions:[]string#5@atomic allowVolumeExpansion:*bool#6 volumeBindingMode:*string#7 allowedTopologies:[]core/v1.TopologySelectorTerm#8@atomic
storage/v1.TokenRequest audience:string#1! expirationSeconds:*int64#2
storage/v1.VolumeAttachment kind:string#0 apiVersion:string#0 metadata:meta/v1.ObjectMeta#1 spec:storage/v1.VolumeAttachmentSpec#2! status:storage/v1.VolumeAttachmentStatus#3
storage/v1.VolumeAttachmentSource persistentVolumeName:*string#1 inlineVolumeSpec:*core/v1.PersistentVolumeSpec#2
storage/v1.VolumeAttachmentSpec attacher:string#1! source:storage/v1.VolumeAttachmentSource#2! nodeName:string#3!
storage/v1.VolumeAttachmentStatus attached:bool#1! attachmentMetadata:map[string]string#2 attachError:*storage/v1.VolumeError#3 detachError:*storage/v1.VolumeError#4
storage/v1.VolumeAttributesClass kind:string#0 apiVersion:string#0 metadata:meta/v1.ObjectMeta#1 driverName:string#2! parameters:map[string]string#3
storage/v1.VolumeError time:time#1 message:string#2 errorCode:*int32#3
storage/v1.VolumeNodeResources count:*int32#1
`;
