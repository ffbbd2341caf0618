import { approval, change, diagnosis, failureNotice, libraryRunbook, objectParameter } from "./parts.ts";

export const nodeDrain = libraryRunbook("node-drain", {
  name: "Drain a Kubernetes node",
  description: "Moves the pods away from a node for repair and lets it take pods again afterwards.",
  tags: ["kubernetes", "node", "maintenance"],
  ci_classes: ["server", "virtual_machine", "kubernetes_cluster"],
  notes: `## When to use
A node is unhealthy or needs maintenance: kernel update, disk replacement, restart.

## What it does
1. Shows the node, its pods and budgets that could block the drain.
2. After approval, cordons and drains the node.
3. Waits for a person to finish the repair, then uncordons the node.

## How to undo
\`kubectl uncordon NODE\` lets the node take pods again at any time. Pods that moved stay where they are. Data in \`emptyDir\` volumes of
the moved pods is lost.`,
  parameters: [
    objectParameter("node", "The node"),
    {
      name: "grace_seconds",
      type: "integer",
      description: "How long pods may take to stop",
      default: 120,
      min: 1,
      max: 900,
    },
  ],
  lock_key: "node:{{ parameters.node }}",
  steps: [
    diagnosis("Show the node", "kubectl describe node {{ parameters.node }} | head -n 60"),
    diagnosis(
      "List its pods",
      'kubectl get pods --all-namespaces -o wide --field-selector "spec.nodeName={{ parameters.node }}"',
    ),
    diagnosis("Show disruption budgets", "kubectl get poddisruptionbudgets --all-namespaces"),
    approval(
      "Approve the drain",
      "All pods leave {{ parameters.node }}.\n\n```\n{{ steps.list_its_pods.stdout }}\n```",
    ),
    change(
      "Drain the node",
      "kubectl drain {{ parameters.node }} --ignore-daemonsets --delete-emptydir-data --grace-period={{ parameters.grace_seconds }} --timeout=900s",
      { timeout_seconds: 1000, safe_to_repeat: true },
    ),
    {
      type: "manual",
      title: "Repair the node",
      instructions:
        "Repair or restart {{ parameters.node }} now. Complete this step when the node may take pods again.",
      timeout_seconds: 86_400,
    },
    change("Uncordon the node", "kubectl uncordon {{ parameters.node }}", {
      timeout_seconds: 60,
      safe_to_repeat: true,
    }),
    diagnosis(
      "Wait until it is ready",
      'kubectl wait --for=condition=Ready "node/{{ parameters.node }}" --timeout=300s',
      { timeout_seconds: 330 },
    ),
  ],
  on_failure: [
    failureNotice(
      "The drain failed",
      "The node may still be cordoned. Run `kubectl uncordon` when it should take pods again.",
    ),
  ],
  verification: {
    title: "The node is ready",
    query: {
      source: "metrics",
      metric_name: "k8s.node.condition_ready",
      match: ["k8s.node.name={{ parameters.node }}"],
      agg: "min",
      operator: "==",
      threshold: 1,
    },
    within_seconds: 600,
  },
});
