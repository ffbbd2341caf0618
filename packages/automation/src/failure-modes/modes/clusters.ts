import { nodeDrain } from "../../library/node-drain.ts";
import { change, diagnosis, objectParameter } from "../../library/parts.ts";
import { type FailureMode, fewLogs, metric } from "../mode.ts";
import { deployment, kubectl, namespace, number, rolloutStatus } from "../parameters.ts";

const pod = objectParameter("pod", "The pod");

/** What fails in Kubernetes beyond single services: scheduling, images, nodes, volumes. */
export const clusterModes: readonly FailureMode[] = [
  {
    key: "pods-pending",
    name: "Pods stay pending",
    summary: "Pods cannot be scheduled because no node has room or fits.",
    when: "Pods stay Pending with “Insufficient cpu”, “Insufficient memory” or “didn't match node selector”.",
    cues: [
      [
        4,
        "scheduler|schedule place|placed|fit|can pods|pod|workload",
        "pod|pods no|not node|anywhere|place|start room|placed|fit",
      ],
      [
        5,
        "@pod pending",
        "failedscheduling|unschedulable",
        "insufficient cpu|memory|resources",
        "schedule|scheduled|scheduling pod|pods|node|can not",
        "taint|toleration|affinity|selector",
      ],
      [2, "autoscaler|quota namespace|node|scale|pods", "nodes full|room|capacity pods|schedule"],
    ],
    ci_classes: ["kubernetes_cluster"],
    recipes: [
      {
        technology: "kubernetes",
        steps: {
          parameters: [
            namespace,
            pod,
            deployment,
            number("replicas", "The number of replicas that the cluster has room for", 1, 0, 200),
          ],
          lock: "kubernetes:{{ parameters.namespace }}:{{ parameters.deployment }}",
          look: [
            diagnosis("Show pending pods", kubectl("get pods --field-selector=status.phase=Pending -o wide")),
            diagnosis("Show why", kubectl("describe pod {{ parameters.pod }} | sed -n '/Events:/,$p'")),
            diagnosis(
              "Show room on the nodes",
              "kubectl describe nodes | grep -A8 'Allocated resources' | head -n 120",
            ),
            diagnosis("Show quotas", kubectl("describe resourcequotas || true")),
          ],
          confirm: "{{ parameters.deployment }} is scaled to {{ parameters.replicas }} replicas, so that its pods fit.",
          act: [
            change(
              "Scale the deployment",
              kubectl('scale "deployment/{{ parameters.deployment }}" --replicas={{ parameters.replicas }}'),
              { timeout_seconds: 60, safe_to_repeat: true },
            ),
          ],
          check: [diagnosis("Wait for the replicas", rolloutStatus, { timeout_seconds: 330 })],
          undo: "Scale back to the earlier number of replicas when the cluster has room.",
          advice: "Add a node, or lower the requests of the pods to what they use.",
          verification: metric(
            "No pod is pending",
            "k8s.pod.phase",
            "k8s.namespace.name={{ parameters.namespace }}",
            { agg: "min", operator: ">", threshold: 1, when_empty: "pass" },
            900,
          ),
        },
      },
    ],
  },
  {
    key: "image-pull",
    name: "Image cannot be pulled",
    summary: "A node cannot get the image of a container.",
    when: "Pods are in ImagePullBackOff or ErrImagePull.",
    cues: [
      [
        5,
        "imagepullbackoff|errimagepull",
        "image pull|pulled|pulling|download|registry|manifest|tag|found",
        "pull image|registry|access|rate",
        "registry @down|auth|401|denied|limit|credential",
      ],
      [1.5, "registry|image"],
    ],
    ci_classes: ["kubernetes_cluster", "container"],
    afterChange: 0.5,
    recipes: [
      {
        technology: "kubernetes",
        steps: {
          parameters: [namespace, pod, deployment],
          lock: "kubernetes:{{ parameters.namespace }}:{{ parameters.deployment }}",
          look: [
            diagnosis("Show why the pull fails", kubectl("describe pod {{ parameters.pod }} | sed -n '/Events:/,$p'")),
            diagnosis(
              "Show the images",
              kubectl(
                "get deployment {{ parameters.deployment }} -o jsonpath='{.spec.template.spec.containers[*].image}{\"\\n\"}'",
              ),
            ),
            diagnosis(
              "Show the pull secrets",
              kubectl(
                "get deployment {{ parameters.deployment }} -o jsonpath='{.spec.template.spec.imagePullSecrets[*].name}{\"\\n\"}'",
              ),
            ),
            diagnosis("Show the revisions", kubectl('rollout history "deployment/{{ parameters.deployment }}"')),
          ],
          confirm: "{{ parameters.deployment }} is rolled back to its previous revision, whose image the nodes have.",
          act: [
            change("Roll back", kubectl('rollout undo "deployment/{{ parameters.deployment }}"'), {
              timeout_seconds: 60,
            }),
          ],
          check: [diagnosis("Wait for the rollout", rolloutStatus, { timeout_seconds: 330 })],
          undo: "`kubectl rollout undo` once more goes back to the newer revision when its image can be pulled.",
          advice: "“Not found” is a wrong tag, “unauthorized” a wrong pull secret, and 429 the limit of the registry.",
          verification: fewLogs("No pull fails", "ImagePullBackOff OR ErrImagePull"),
        },
      },
    ],
  },
  {
    key: "node-pressure",
    name: "Node unhealthy, pods evicted",
    summary: "A node is not ready or under pressure, so that its pods are evicted.",
    when: "Nodes are NotReady or report disk, memory or PID pressure, and pods are evicted.",
    cues: [
      [
        5,
        "notready",
        "node not ready|readi",
        "node pressure|unhealthy|evict|@down|notready|lost|dead",
        "evicted|evict|eviction pod|pods|node",
        "kubelet @down|not|stop|post",
        "diskpressure|memorypressure|pidpressure",
        "drain|cordon node",
      ],
      [2, "worker node"],
    ],
    ci_classes: ["kubernetes_cluster", "server", "virtual_machine"],
    recipes: [{ technology: "kubernetes", library: nodeDrain }],
  },
  {
    key: "volume-attach",
    name: "Volume cannot be mounted",
    summary: "A pod waits for its volume, which is missing, full or attached elsewhere.",
    when: "Pods hang in ContainerCreating with FailedMount or FailedAttachVolume, or a claim stays Pending.",
    cues: [
      [
        5,
        "failedmount|failedattachvolume",
        "pvc|persistentvolumeclaim",
        "volume attach|attached|claim|bound|mount pod|pods|node|container",
        "multi attach",
        "containercreating",
      ],
    ],
    ci_classes: ["kubernetes_cluster", "storage"],
    recipes: [
      {
        technology: "kubernetes",
        steps: {
          parameters: [namespace, pod, objectParameter("claim", "The claim of the volume")],
          lock: "kubernetes:{{ parameters.namespace }}:{{ parameters.claim }}",
          look: [
            diagnosis("Show why the pod waits", kubectl("describe pod {{ parameters.pod }} | sed -n '/Events:/,$p'")),
            diagnosis("Show the claim", kubectl("describe persistentvolumeclaim {{ parameters.claim }}")),
            diagnosis("Show attachments", "kubectl get volumeattachments -o wide | head -n 40"),
            diagnosis("Show storage classes", "kubectl get storageclasses"),
          ],
          confirm:
            "The pod {{ parameters.pod }} is deleted, so that its controller starts it again and the volume is attached to its new node. Data of the volume stays.",
          act: [
            change("Start the pod again", kubectl("delete pod {{ parameters.pod }} --wait=true --timeout=120s"), {
              timeout_seconds: 150,
            }),
          ],
          check: [
            diagnosis("Show the pods", `sleep 20; ${kubectl("get pods -o wide | tail -n 20")}`, {
              timeout_seconds: 60,
            }),
          ],
          undo: "The controller of the pod starts a new one. A pod without a controller must be applied again.",
          rollback: [
            diagnosis(
              "Show the claim after the failure",
              kubectl("describe persistentvolumeclaim {{ parameters.claim }}"),
            ),
          ],
          advice: "When the volume is still attached to a dead node, detach it at the storage provider first.",
          verification: fewLogs("No mount fails", "FailedMount OR FailedAttachVolume"),
        },
      },
    ],
  },
];
