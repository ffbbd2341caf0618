import { approval, change, diagnosis, failureNotice, libraryRunbook, objectParameter } from "./parts.ts";

export const errorRateAfterDeploy = libraryRunbook("error-rate-after-deploy", {
  name: "Error rate after a deployment",
  description: "Compares the errors of a Kubernetes deployment with its revisions and rolls back to the previous one.",
  tags: ["kubernetes", "rollback", "deployment"],
  ci_classes: ["application", "service", "kubernetes_cluster"],
  notes: `## When to use
Errors rose right after a new version was deployed.

## What it does
1. Shows the revisions, the pods and the last errors.
2. After approval, rolls the deployment back to the previous revision and waits until it is available.

## How to undo
\`kubectl rollout undo deployment/NAME\` once more goes back to the newer revision. Migrations of the database are not rolled back; check
first that the previous version works with the current schema.`,
  parameters: [
    objectParameter("namespace", "The namespace", { default: "default", required: false }),
    objectParameter("deployment", "The deployment"),
    objectParameter("service", "The service in the logs"),
  ],
  lock_key: "kubernetes:{{ parameters.namespace }}:{{ parameters.deployment }}",
  steps: [
    diagnosis(
      "Show the revisions",
      'kubectl --namespace {{ parameters.namespace }} rollout history "deployment/{{ parameters.deployment }}"',
    ),
    diagnosis(
      "Show the pods",
      "kubectl --namespace {{ parameters.namespace }} get pods --sort-by=.metadata.creationTimestamp -o wide | tail -n 30",
    ),
    diagnosis(
      "Show the last errors",
      "kubectl --namespace {{ parameters.namespace }} logs \"deployment/{{ parameters.deployment }}\" --all-containers --since=15m --tail=2000 | grep -iE 'error|exception|fatal' | tail -n 40 || true",
    ),
    {
      type: "query",
      title: "Count the errors",
      query: {
        source: "logs",
        service: "{{ parameters.service }}",
        q: "level:>=error",
        window_seconds: 900,
        operator: ">=",
        threshold: 0,
      },
    },
    approval(
      "Approve the rollback",
      "{{ parameters.deployment }} logged {{ steps.count_the_errors.value }} errors in 15 minutes. It is rolled back to its previous revision.\n\n```\n{{ steps.show_the_revisions.stdout }}\n```",
    ),
    change(
      "Roll back",
      'kubectl --namespace {{ parameters.namespace }} rollout undo "deployment/{{ parameters.deployment }}"',
    ),
    diagnosis(
      "Wait for the rollout",
      'kubectl --namespace {{ parameters.namespace }} rollout status "deployment/{{ parameters.deployment }}" --timeout=300s',
      {
        timeout_seconds: 330,
      },
    ),
  ],
  on_failure: [
    failureNotice("The rollback failed", "Read `kubectl describe deployment` and pause further deployments."),
  ],
  verification: {
    title: "The service logs few errors",
    query: {
      source: "logs",
      service: "{{ parameters.service }}",
      q: "level:>=error",
      window_seconds: 300,
      operator: "<",
      threshold: 10,
    },
    within_seconds: 900,
  },
});
