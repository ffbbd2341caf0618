import { failedJob } from "../../library/failed-job.ts";
import { change, diagnosis, objectParameter } from "../../library/parts.ts";
import { serviceRestart } from "../../library/service-restart.ts";
import { trafficSurge } from "../../library/traffic-surge.ts";
import { type FailureMode, fewLogs, metric } from "../mode.ts";
import { container, deployment, kubectl, namespace, rolloutStatus } from "../parameters.ts";

/** What fails in services: they hang, their jobs fail, or demand is too high. */
export const serviceModes: readonly FailureMode[] = [
  {
    key: "service-down",
    name: "Service down or hung",
    summary: "A service does not run or does not answer.",
    when: "A service is stopped, hangs or does not answer, and a restart is the known remedy.",
    cues: [
      [
        3,
        "not come back|up",
        "not respond|answer|start|reachable|work service|server|process|app|api|site|daemon",
        "service|nginx|apache|daemon|process stopped|stop|die",
        "never answer|respond|reply",
      ],
      [
        3,
        "service|server|application|app|process|api|daemon|site|website|container @down",
        "container unhealthy|exited|hangs|dead",
        "service not answer|respond|responding|start|reachable",
        "process hang|freeze|stick|die",
        "health check fail",
        "unit failed",
      ],
      [
        2,
        "hang|freeze|unresponsive|zombie",
        "systemd fail|failed|inactive",
        "restart help|fix|needed",
        "503 service unavailable",
      ],
    ],
    ci_classes: ["server", "virtual_machine", "application", "service", "website"],
    recipes: [
      { technology: "systemd", library: serviceRestart },
      {
        technology: "kubernetes",
        steps: {
          parameters: [namespace, deployment],
          lock: "kubernetes:{{ parameters.namespace }}:{{ parameters.deployment }}",
          look: [
            diagnosis("Show the pods", kubectl("get pods -o wide | tail -n 30")),
            diagnosis("Show recent events", kubectl("get events --sort-by=.lastTimestamp | tail -n 30")),
            diagnosis(
              "Show the last messages",
              kubectl('logs "deployment/{{ parameters.deployment }}" --all-containers --since=15m --tail=100'),
            ),
          ],
          confirm: "The pods of {{ parameters.deployment }} are replaced one after another.",
          act: [
            change("Restart the deployment", kubectl('rollout restart "deployment/{{ parameters.deployment }}"'), {
              timeout_seconds: 60,
            }),
          ],
          check: [diagnosis("Wait for the rollout", rolloutStatus, { timeout_seconds: 330 })],
          undo: "A restart cannot be undone; pods are replaced one after another.",
          advice: "Read the messages of the new pods, and roll back the last version.",
          verification: fewLogs("Few errors are logged", "level:>=error", "{{ parameters.deployment }}", 10),
        },
      },
      {
        technology: "docker",
        steps: {
          parameters: [container],
          lock: "container:{{ target.name }}:{{ parameters.container }}",
          look: [
            diagnosis("Show the container", 'docker ps --all --filter "name={{ parameters.container }}"'),
            diagnosis("Show its state", "docker inspect --format '{{{{json .State}}' -- {{ parameters.container }}"),
            diagnosis("Show its messages", "docker logs --tail 100 -- {{ parameters.container }} 2>&1"),
            diagnosis("Show its usage", "docker stats --no-stream -- {{ parameters.container }} || true"),
          ],
          confirm: "{{ parameters.container }} on {{ target.name }} is restarted.",
          act: [change("Restart the container", "docker restart --time 30 -- {{ parameters.container }}")],
          check: [
            diagnosis(
              "Show the container afterwards",
              'sleep 10; docker ps --filter "name={{ parameters.container }}" --filter status=running',
            ),
          ],
          undo: "A restart cannot be undone. Data in volumes stays.",
          advice: "Read the messages of the container.",
          verification: fewLogs("Few errors are logged", 'level:>=error host:"{{ target.name }}"', undefined, 10),
        },
      },
    ],
  },
  {
    key: "failed-job",
    name: "Scheduled job failed",
    summary: "A backup, import or other scheduled job failed or did not run.",
    when: "A job that runs on a schedule failed, did not start or did not end.",
    cues: [
      [
        4,
        "@job fail|failed|missing|miss|skip|run|finish|complete|produce|never|hang|late|overrun",
        "backup @fail|missing|old|finish|stick",
        "cron|cronjob @fail|run|miss|late|skip",
        "etl|batch|nightly|import @fail|late|finish|run",
      ],
      [2, "cron|cronjob|backup|nightly|etl", "last successful|good run|backup"],
    ],
    ci_classes: ["server", "application", "software"],
    recipes: [
      { technology: "systemd", library: failedJob },
      {
        technology: "kubernetes",
        steps: {
          parameters: [
            namespace,
            objectParameter("cron_job", "The CronJob"),
            objectParameter("run_name", "The name of the new job", {
              default: "manual-run",
              required: false,
              pattern: "[a-z0-9][a-z0-9-]{0,50}",
            }),
          ],
          lock: "kubernetes:{{ parameters.namespace }}:{{ parameters.cron_job }}",
          look: [
            diagnosis("Show the schedule", kubectl("get cronjob {{ parameters.cron_job }} -o wide")),
            diagnosis("Show the last jobs", kubectl("get jobs --sort-by=.metadata.creationTimestamp | tail -n 10")),
            diagnosis("Show the last events", kubectl("get events --sort-by=.lastTimestamp | tail -n 20")),
          ],
          confirm: "{{ parameters.cron_job }} runs once more, as the job {{ parameters.run_name }}.",
          act: [
            change(
              "Run the job",
              kubectl('create job --from="cronjob/{{ parameters.cron_job }}" {{ parameters.run_name }}'),
              { timeout_seconds: 60 },
            ),
          ],
          check: [
            diagnosis(
              "Wait until it is complete",
              kubectl('wait --for=condition=complete --timeout=1800s "job/{{ parameters.run_name }}"'),
              { timeout_seconds: 1900 },
            ),
          ],
          undo: "The job runs once more than planned. Approve only if it can run twice.",
          rollback: [
            diagnosis(
              "Show the messages of the job",
              kubectl('logs "job/{{ parameters.run_name }}" --tail=100 || true'),
            ),
          ],
          advice: "Read the messages of the job and hand the incident to its owner.",
          verification: metric("No job failed", "k8s.job.failed_pods", "k8s.job.name={{ parameters.run_name }}", {
            agg: "max",
            operator: "<",
            threshold: 1,
            when_empty: "pass",
          }),
        },
      },
    ],
  },
  {
    key: "traffic-surge",
    name: "Traffic surge",
    summary: "More requests arrive than the service can answer.",
    when: "Requests rise steeply: a campaign, a crawler or an attack.",
    cues: [
      [
        3,
        "times|more usual|normal|than visitors|traffic|requests|users|load|customers|people",
        "keep up visitors|traffic|requests|load|demand|shop|site",
        "visitors|crowd|rush shop|site",
      ],
      [
        4,
        "@traffic surge|spike|flood|peak|burst|tenfold|record|doubled|tripled",
        "ddos",
        "black friday",
        "campaign|newsletter|launch|sale|marketing|tv @traffic|up|started|load|slow",
        "crawler|bot|scraper|attack",
        "requests per second",
      ],
      [3, "@traffic @up", "overload|overloaded|capacity users|traffic|requests", "flash crowd|sale"],
    ],
    ci_classes: ["application", "website", "load_balancer", "service"],
    recipes: [{ technology: "kubernetes", library: trafficSurge }],
  },
];
