import { errorRateAfterDeploy } from "../../library/error-rate-after-deploy.ts";
import { asRoot, change, diagnosis, objectParameter } from "../../library/parts.ts";
import { type FailureMode, fewLogs, metric, task } from "../mode.ts";
import {
  container,
  deployment,
  kubectl,
  namespace,
  pathParameter,
  rolloutStatus,
  service,
  wordParameter,
} from "../parameters.ts";

const image = {
  name: "image",
  type: "string" as const,
  description: "The image to go back to, such as shop/cart:1.4.1",
  required: true,
  pattern: "[A-Za-z0-9][A-Za-z0-9._/:@-]{0,250}",
};

/** What fails after a change: versions, settings, flags, and programs that no longer start. */
export const releaseModes: readonly FailureMode[] = [
  {
    key: "bad-deploy",
    name: "Errors after a deployment",
    summary: "A new version fails or is slow.",
    when: "Errors or latency rose right after a new version was deployed.",
    cues: [
      [3, "@after ship|deploy|release|rollout|upgrade", "5xx|500|error|exception|broken|fail @deploy"],
      [
        4,
        "@deploy @after fail|error|exception|500|5xx|slow|latency|crash|break",
        "bad deploy|release|build|version",
        "@after deploy|release|rollout|upgrade|deployment",
        "roll back|rollback",
        "new version|release|build error|fail|500|broken|break",
      ],
      [
        3,
        "error rate @up",
        "canary fail|error",
        "regression version|release|commit",
        "introduced|shipped|went live|merged",
      ],
      [1.5, "deploy|deployment|release|rollout|upgrade|version", "5xx|500 @up"],
    ],
    ci_classes: ["application", "service", "website", "kubernetes_cluster"],
    afterChange: 2.5,
    recipes: [
      { technology: "kubernetes", library: errorRateAfterDeploy },
      {
        technology: "docker",
        steps: {
          parameters: [container, image],
          lock: "container:{{ target.name }}:{{ parameters.container }}",
          look: [
            diagnosis("Show the container", 'docker ps --all --filter "name={{ parameters.container }}"'),
            diagnosis("Show its messages", "docker logs --tail 200 -- {{ parameters.container }} 2>&1 | tail -n 60"),
            diagnosis("Show the images", "docker images | head -n 20"),
            diagnosis(
              "Show the compose file that runs it",
              "docker inspect --format '{{{{index .Config.Labels \"com.docker.compose.project.config_files\"}}' -- {{ parameters.container }} || true",
            ),
          ],
          act: [
            task(
              "Go back to the previous image",
              "Set the image of {{ parameters.container }} to `{{ parameters.image }}` in its compose file or deployment tool, and start it again. Complete this step when the container runs.",
            ),
          ],
          check: [
            diagnosis(
              "Show the container afterwards",
              'docker ps --filter "name={{ parameters.container }}" --filter status=running',
            ),
          ],
          undo: "Set the newer image again in the same place. Migrations of a database are not rolled back.",
          advice: "Check that the previous image still exists in the registry.",
          verification: fewLogs("Few errors are logged", 'level:>=error host:"{{ target.name }}"', undefined, 10),
        },
      },
      {
        technology: "systemd",
        steps: {
          parameters: [
            service,
            wordParameter("package", "The package of the service"),
            wordParameter("package_version", "The version to go back to", {
              pattern: "[A-Za-z0-9][A-Za-z0-9.+:~-]{0,99}",
            }),
          ],
          lock: "service:{{ target.name }}:{{ parameters.service }}",
          look: [
            diagnosis("Show the service", "systemctl status --no-pager --lines=40 -- {{ parameters.service }} || true"),
            diagnosis(
              "Show versions",
              "if command -v apt-cache >/dev/null 2>&1; then apt-cache policy {{ parameters.package }}; else rpm -q {{ parameters.package }}; fi",
            ),
            diagnosis(
              "Show the last errors",
              "journalctl --no-pager --lines=200 --priority=err --unit={{ parameters.service }} | tail -n 60",
            ),
          ],
          confirm:
            "{{ parameters.package }} on {{ target.name }} goes back to {{ parameters.package_version }}, and {{ parameters.service }} is restarted.",
          act: [
            change(
              "Install the previous version",
              `if command -v apt-get >/dev/null 2>&1; then ${asRoot('env DEBIAN_FRONTEND=noninteractive apt-get install -y --allow-downgrades "{{ parameters.package }}={{ parameters.package_version }}"')}; else ${asRoot('dnf -y downgrade "{{ parameters.package }}-{{ parameters.package_version }}"')}; fi`,
              { timeout_seconds: 900 },
            ),
            change("Restart the service", asRoot("systemctl restart -- {{ parameters.service }}")),
          ],
          check: [
            diagnosis("Check that it is active", "sleep 10 && systemctl is-active -- {{ parameters.service }}", {
              retries: 2,
            }),
          ],
          undo: "Install the newer version again with the package manager. Migrations of a database are not rolled back.",
          advice: "Read the messages of the service; the earlier version may not fit the current schema.",
          verification: fewLogs("Few errors are logged", "level:>=error", "{{ parameters.service }}", 10),
        },
      },
    ],
  },
  {
    key: "config-error",
    name: "Wrong configuration",
    summary: "A setting was changed to a wrong value, or a configuration file is broken.",
    when: "A program fails or refuses to start after its configuration changed.",
    cues: [
      [
        4,
        "config|configuration|setting @change|wrong|broken|error|typo|invalid|mistake|misconfigured|bad|revert|edit",
        "misconfiguration|misconfigured",
        "environment variable|env missing|wrong|unset|typo|change",
        "yaml|syntax|toml|ini error|invalid|parse|broken",
        "configmap @change|wrong|update",
      ],
      [
        3,
        "edited|tweaked|adjusted|changed file|parameter|value|setting|config",
        "nginx syntax|config|test",
        "parse error config|file|line",
        "unknown directive|option",
      ],
      [1, "config|configuration|setting"],
    ],
    ci_classes: ["application", "server", "service", "load_balancer"],
    afterChange: 1.5,
    recipes: [
      {
        technology: "systemd",
        steps: {
          parameters: [
            service,
            pathParameter("file", "The configuration file"),
            pathParameter("backup", "The copy with the earlier content"),
          ],
          lock: "service:{{ target.name }}:{{ parameters.service }}",
          look: [
            diagnosis("Show when it changed", "ls -l -- {{ parameters.file }} {{ parameters.backup }}"),
            diagnosis("Show the difference", "diff -u -- {{ parameters.backup }} {{ parameters.file }} || true"),
            diagnosis(
              "Show the messages of the service",
              "journalctl --no-pager --lines=60 --unit={{ parameters.service }}",
            ),
          ],
          confirm:
            "{{ parameters.file }} on {{ target.name }} gets the content of {{ parameters.backup }}, and {{ parameters.service }} is restarted. The current file is kept beside it.",
          act: [
            change(
              "Keep the current file",
              asRoot('cp -p -- {{ parameters.file }} "{{ parameters.file }}.before-runbook"'),
              { timeout_seconds: 30 },
            ),
            change("Restore the earlier content", asRoot("cp -- {{ parameters.backup }} {{ parameters.file }}"), {
              timeout_seconds: 30,
              safe_to_repeat: true,
            }),
            change("Restart the service", asRoot("systemctl restart -- {{ parameters.service }}")),
          ],
          check: [
            diagnosis("Check that it is active", "sleep 10 && systemctl is-active -- {{ parameters.service }}", {
              retries: 2,
            }),
          ],
          undo: "The file before this runbook is kept as `FILE.before-runbook`. Copy it back and restart the service.",
          rollback: [
            change(
              "Put the file back",
              asRoot('cp -p -- "{{ parameters.file }}.before-runbook" {{ parameters.file }}'),
              { timeout_seconds: 30, safe_to_repeat: true, continue_on_failure: true },
            ),
          ],
          advice: "Compare the file with the one in version control.",
          verification: fewLogs("The service logs few errors", "level:>=error", "{{ parameters.service }}", 5),
        },
      },
      {
        technology: "kubernetes",
        steps: {
          parameters: [namespace, deployment, objectParameter("config_map", "The ConfigMap")],
          lock: "kubernetes:{{ parameters.namespace }}:{{ parameters.deployment }}",
          look: [
            diagnosis("Show the ConfigMap", kubectl("get configmap {{ parameters.config_map }} -o yaml | head -n 120")),
            diagnosis("Show the revisions", kubectl('rollout history "deployment/{{ parameters.deployment }}"')),
            diagnosis(
              "Show the last messages",
              kubectl('logs "deployment/{{ parameters.deployment }}" --since=15m --tail=60'),
            ),
          ],
          act: [
            task(
              "Correct the setting",
              "Correct {{ parameters.config_map }} in version control and apply it, so that the next deployment does not bring the error back. Complete this step when it is applied.",
            ),
          ],
          check: [diagnosis("Wait for the rollout", rolloutStatus, { timeout_seconds: 330 })],
          undo: "Apply the earlier content of the ConfigMap from version control.",
          advice: "Roll the deployment back with `kubectl rollout undo` when the earlier ConfigMap still exists.",
          verification: fewLogs("The service logs few errors", "level:>=error", "{{ parameters.deployment }}", 5),
        },
      },
      {
        technology: "nginx",
        steps: {
          parameters: [
            pathParameter("file", "The configuration file", { default: "/etc/nginx/nginx.conf", required: false }),
            pathParameter("backup", "The copy with the earlier content"),
          ],
          lock: "service:{{ target.name }}:nginx",
          look: [
            diagnosis("Test the configuration", `${asRoot("nginx -t")} 2>&1 || true`),
            diagnosis("Show the difference", "diff -u -- {{ parameters.backup }} {{ parameters.file }} || true"),
            diagnosis(
              "Show the error log",
              "tail -n 40 /var/log/nginx/error.log 2>/dev/null || journalctl --no-pager --lines=40 --unit=nginx",
            ),
          ],
          confirm:
            "{{ parameters.file }} gets the content of {{ parameters.backup }}. nginx is tested and reloaded; open connections stay.",
          act: [
            change(
              "Keep the current file",
              asRoot('cp -p -- {{ parameters.file }} "{{ parameters.file }}.before-runbook"'),
              { timeout_seconds: 30 },
            ),
            change("Restore the earlier content", asRoot("cp -- {{ parameters.backup }} {{ parameters.file }}"), {
              timeout_seconds: 30,
              safe_to_repeat: true,
            }),
            change("Test and reload nginx", `${asRoot("nginx -t")} && ${asRoot("systemctl reload nginx")}`, {
              timeout_seconds: 60,
              safe_to_repeat: true,
            }),
          ],
          check: [diagnosis("Check that nginx is active", "systemctl is-active nginx")],
          undo: "The file before this runbook is kept as `FILE.before-runbook`. Copy it back and reload nginx.",
          rollback: [
            change(
              "Put the file back",
              asRoot('cp -p -- "{{ parameters.file }}.before-runbook" {{ parameters.file }}'),
              { timeout_seconds: 30, safe_to_repeat: true, continue_on_failure: true },
            ),
          ],
          advice: "`nginx -t` names the line with the error.",
          verification: fewLogs(
            "nginx logs no errors",
            '(emerg OR "unknown directive" OR "bad gateway") host:"{{ target.name }}"',
          ),
        },
      },
    ],
  },
  {
    key: "feature-flag",
    name: "Feature flag causes errors",
    summary: "A feature that was switched on for users fails.",
    when: "Errors began when a flag or an experiment was switched on, without a deployment.",
    cues: [
      [
        5,
        "feature flag|toggle|switch",
        "flag turn|enabled|on|rollout|flip|off|toggle",
        "launchdarkly|unleash|flagsmith",
        "experiment turn|enabled|on|start",
        "toggle enabled|on|flip",
        '"a b test"',
      ],
      [2, "enabled|switched|flipped|turned feature|users|percent"],
    ],
    ci_classes: ["application", "service", "website"],
    afterChange: 0.5,
    recipes: [
      {
        technology: "generic",
        steps: {
          parameters: [
            wordParameter("service_name", "The service in the logs"),
            wordParameter("flag", "The name of the flag"),
          ],
          lock: "flag:{{ parameters.flag }}",
          look: [
            {
              type: "query",
              title: "Count the errors",
              query: {
                source: "logs",
                service: "{{ parameters.service_name }}",
                q: "level:>=error",
                window_seconds: 900,
                operator: ">=",
                threshold: 0,
              },
            },
            {
              type: "query",
              title: "Count errors that name the flag",
              query: {
                source: "logs",
                service: "{{ parameters.service_name }}",
                q: 'level:>=error "{{ parameters.flag }}"',
                window_seconds: 900,
                operator: ">=",
                threshold: 0,
              },
            },
          ],
          act: [
            task(
              "Switch the flag off",
              "{{ parameters.service_name }} logged {{ steps.count_the_errors.value }} errors in 15 minutes, {{ steps.count_errors_that_name_the_flag.value }} of them with the name of the flag. Switch `{{ parameters.flag }}` off for everyone in your flag service. Complete this step when it is off.",
            ),
          ],
          undo: "Switch the flag on again, first for few users.",
          advice: "If errors stay although the flag is off, look for a deployment at the same time.",
          verification: fewLogs("Few errors are logged", "level:>=error", "{{ parameters.service_name }}", 10),
        },
      },
    ],
  },
  {
    key: "crash-loop",
    name: "Crash loop",
    summary: "A process starts, fails and is started again and again.",
    when: "A service or pod restarts over and over (CrashLoopBackOff, “start request repeated too quickly”).",
    cues: [
      [
        5,
        "crashloopbackoff",
        "crash loop",
        '"crash loop"',
        "restart loop|repeatedly|constantly|keep|over|continuously|every",
        "keep restart|crash|restarting|crashing|dying",
        '"repeated too quickly"',
        "boot loop",
        "segfault|sigsegv|panic",
      ],
      [
        3,
        "crash|exit startup|start|boot|again|immediately|repeatedly",
        "exit code 1|2|139|143",
        "restart count @up",
        "core dump",
      ],
      [1.5, "crash"],
    ],
    ci_classes: ["application", "container", "service"],
    afterChange: 0.5,
    recipes: [
      {
        technology: "kubernetes",
        steps: {
          parameters: [namespace, deployment],
          lock: "kubernetes:{{ parameters.namespace }}:{{ parameters.deployment }}",
          look: [
            diagnosis("Show the pods", kubectl("get pods -o wide | tail -n 30")),
            diagnosis(
              "Show the messages before the crash",
              kubectl('logs "deployment/{{ parameters.deployment }}" --all-containers --previous --tail=100 || true'),
            ),
            diagnosis(
              "Show why containers ended",
              kubectl("describe pods | grep -E -A6 'Last State|Exit Code|Reason' | tail -n 60 || true"),
            ),
            diagnosis("Show the revisions", kubectl('rollout history "deployment/{{ parameters.deployment }}"')),
          ],
          confirm: "{{ parameters.deployment }} is rolled back to its previous revision.",
          act: [
            change("Roll back", kubectl('rollout undo "deployment/{{ parameters.deployment }}"'), {
              timeout_seconds: 60,
            }),
          ],
          check: [diagnosis("Wait for the rollout", rolloutStatus, { timeout_seconds: 330 })],
          undo: "`kubectl rollout undo` once more goes back to the newer revision.",
          advice:
            "The messages before the crash name the cause: a missing secret, a failed migration, or a dependency.",
          verification: metric(
            "Containers do not restart",
            "k8s.container.restarts",
            "k8s.deployment.name={{ parameters.deployment }}",
            { agg: "increase", operator: "<", threshold: 1, when_empty: "pass" },
            900,
          ),
        },
      },
      {
        technology: "systemd",
        steps: {
          parameters: [service],
          lock: "service:{{ target.name }}:{{ parameters.service }}",
          look: [
            diagnosis(
              "Show the service",
              "systemctl show --property=NRestarts --property=Result --property=ExecMainStatus --property=SubState -- {{ parameters.service }}",
            ),
            diagnosis("Show the last messages", "journalctl --no-pager --lines=150 --unit={{ parameters.service }}"),
            diagnosis("Find core dumps", "coredumpctl --no-pager list 2>/dev/null | tail -n 10 || true"),
            diagnosis("Show space and memory", "df -P; grep -E '^(MemAvailable|SwapFree)' /proc/meminfo"),
          ],
          confirm:
            "The failed state of {{ parameters.service }} on {{ target.name }} is cleared and the service is restarted once.",
          act: [
            change("Clear the failed state", asRoot("systemctl reset-failed -- {{ parameters.service }}"), {
              timeout_seconds: 30,
              safe_to_repeat: true,
              continue_on_failure: true,
            }),
            change("Restart the service", asRoot("systemctl restart -- {{ parameters.service }}")),
          ],
          check: [
            diagnosis("Check that it stays active", "sleep 30 && systemctl is-active -- {{ parameters.service }}", {
              timeout_seconds: 90,
              retries: 2,
            }),
          ],
          undo: "`systemctl stop UNIT` ends the loop until the cause is fixed.",
          advice: "Undo the last change of version or configuration that the messages name.",
          verification: fewLogs("The service logs few errors", "level:>=error", "{{ parameters.service }}", 5),
        },
      },
    ],
  },
];
