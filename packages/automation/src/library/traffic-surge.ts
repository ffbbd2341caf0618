import { approval, change, diagnosis, failureNotice, libraryRunbook, objectParameter } from "./parts.ts";

const recent = "tail -n {{ parameters.lines }} -- {{ parameters.access_log }}";

export const trafficSurge = libraryRunbook("traffic-surge", {
  name: "Traffic surge",
  description: "Shows where a surge of requests comes from and adds replicas to a Kubernetes deployment.",
  tags: ["nginx", "kubernetes", "traffic", "scaling"],
  ci_classes: ["application", "load_balancer", "server"],
  notes: `## When to use
Requests or latency rise steeply. Run it on the host with nginx and access to the cluster.

## What it does
1. Counts the last requests by client, path and status, and shows open connections.
2. After approval, scales the deployment and waits until the replicas are available.

## How to undo
Scale back to the number of replicas in the first step: \`kubectl scale deployment/NAME --replicas=N\`. If few clients cause the surge,
limit them in nginx with \`limit_req\` instead of adding replicas.`,
  parameters: [
    { name: "access_log", type: "string", default: "/var/log/nginx/access.log", pattern: "/[A-Za-z0-9._/-]{1,300}" },
    {
      name: "lines",
      type: "integer",
      description: "How many of the last requests to count",
      default: 20_000,
      min: 100,
      max: 1_000_000,
    },
    objectParameter("namespace", "The namespace", { default: "default", required: false }),
    objectParameter("deployment", "The deployment to scale"),
    { name: "replicas", type: "integer", description: "The new number of replicas", required: true, min: 1, max: 200 },
    objectParameter("service", "The service in the metrics"),
  ],
  lock_key: "kubernetes:{{ parameters.namespace }}:{{ parameters.deployment }}",
  steps: [
    diagnosis("Count requests by client", `${recent} | awk '{ print $1 }' | sort | uniq -c | sort -rn | head -n 15`),
    diagnosis(
      "Count requests by path",
      `${recent} | awk '{ print $7 }' | cut -d '?' -f 1 | sort | uniq -c | sort -rn | head -n 15`,
    ),
    diagnosis("Count requests by status", `${recent} | awk '{ print $9 }' | sort | uniq -c | sort -rn | head -n 15`),
    diagnosis("Show connections", "if command -v ss >/dev/null 2>&1; then ss -s; else cat /proc/net/sockstat; fi"),
    diagnosis(
      "Show the deployment",
      "kubectl --namespace {{ parameters.namespace }} get deployment {{ parameters.deployment }} -o wide",
    ),
    approval(
      "Approve scaling",
      "{{ parameters.deployment }} is scaled to {{ parameters.replicas }} replicas.\n\n```\n{{ steps.count_requests_by_client.stdout }}\n{{ steps.show_the_deployment.stdout }}\n```",
    ),
    change(
      "Scale the deployment",
      'kubectl --namespace {{ parameters.namespace }} scale "deployment/{{ parameters.deployment }}" --replicas={{ parameters.replicas }}',
      {
        timeout_seconds: 60,
        safe_to_repeat: true,
      },
    ),
    diagnosis(
      "Wait for the replicas",
      'kubectl --namespace {{ parameters.namespace }} rollout status "deployment/{{ parameters.deployment }}" --timeout=300s',
      {
        timeout_seconds: 330,
      },
    ),
  ],
  on_failure: [
    failureNotice(
      "Scaling failed",
      "Check that the cluster has room: `kubectl get events` names pods that cannot be scheduled.",
    ),
  ],
  verification: {
    title: "Requests are answered within a second",
    query: {
      source: "metrics",
      metric_name: "http.server.request.duration",
      match: ["service.name={{ parameters.service }}"],
      agg: "p95",
      operator: "<",
      threshold: 1,
    },
    within_seconds: 900,
  },
});
