import { asRoot, change, diagnosis } from "../../library/parts.ts";
import { type FailureMode, fewLogs, metric } from "../mode.ts";
import { deployment, kubectl, namespace, number, rolloutStatus, service } from "../parameters.ts";

const host = "host.name={{ target.name }}";

/** What fails in programs and clocks of a machine: file descriptors, threads, time. */
export const processModes: readonly FailureMode[] = [
  {
    key: "file-descriptors",
    name: "Too many open files",
    summary: "A process has reached its limit of file descriptors and cannot open files or sockets.",
    when: "A process logs “Too many open files” (EMFILE).",
    cues: [
      [5, '"too many open files"', "emfile", "enfile", "file descriptor|handle", "ulimit", "nofile"],
      [3, "open files limit", "descriptor leak|exhausted|limit|out", "can not open|accept more files|sockets"],
    ],
    ci_classes: ["server", "virtual_machine", "application"],
    recipes: [
      {
        technology: "systemd",
        steps: {
          parameters: [service, number("limit", "The new limit of open files", 65_536, 1024, 1_048_576)],
          lock: "service:{{ target.name }}:{{ parameters.service }}",
          look: [
            diagnosis(
              "Show the limit of the service",
              "systemctl show --property=LimitNOFILE --property=LimitNOFILESoft --property=MainPID -- {{ parameters.service }}",
            ),
            diagnosis(
              "Count open files",
              'pid=$(systemctl show --property=MainPID --value -- {{ parameters.service }}); ls /proc/"$pid"/fd 2>/dev/null | wc -l; ls -l /proc/"$pid"/fd 2>/dev/null | awk \'{ print $NF }\' | cut -d : -f 1 | sort | uniq -c | sort -rn | head -n 15',
            ),
            diagnosis("Show the limit of the host", "cat /proc/sys/fs/file-nr /proc/sys/fs/file-max"),
          ],
          confirm:
            "The limit of open files of {{ parameters.service }} on {{ target.name }} becomes {{ parameters.limit }} until the next boot, and the service is restarted.",
          act: [
            change(
              "Raise the limit",
              [
                asRoot("mkdir -p /run/systemd/system/{{ parameters.service }}.service.d"),
                `printf '[Service]\\nLimitNOFILE=%s\\n' {{ parameters.limit }} | ${asRoot("tee /run/systemd/system/{{ parameters.service }}.service.d/limit.conf")}`,
                asRoot("systemctl daemon-reload"),
              ].join("\n"),
              { safe_to_repeat: true },
            ),
            change("Restart the service", asRoot("systemctl restart -- {{ parameters.service }}")),
          ],
          check: [
            diagnosis("Check that it is active", "sleep 10 && systemctl is-active -- {{ parameters.service }}", {
              retries: 2,
            }),
          ],
          undo: "The new limit is in `/run` and disappears at the next boot. Remove `limit.conf` there and reload systemd to undo it earlier.",
          rollback: [
            change(
              "Remove the new limit",
              asRoot("rm -f -- /run/systemd/system/{{ parameters.service }}.service.d/limit.conf") +
                "\n" +
                asRoot("systemctl daemon-reload"),
              { timeout_seconds: 60, safe_to_repeat: true, continue_on_failure: true },
            ),
          ],
          advice: "If the count of open files keeps rising, the program leaks them; roll back its last version.",
          verification: fewLogs("No message about open files", '"too many open files" host:"{{ target.name }}"'),
        },
      },
    ],
  },
  {
    key: "clock-skew",
    name: "Clock is wrong",
    summary: "The clock of a host differs from real time, so that tokens, certificates and clusters fail.",
    when: "Tokens are “not yet valid”, timestamps of logs are wrong, or NTP reports a large offset.",
    cues: [
      [3, "clock minutes|seconds|hour|fast|slow|behind|ahead"],
      [5, "ntp", "chrony", '"clock skew"', '"time skew"', '"clock drift"', "timesyncd", "skew"],
      [
        4,
        "clock ahead|behind|wrong|off|drift|differ|fast|sync|agree|minutes",
        '"not yet valid"',
        "time drift|drifting",
        "@clock out sync",
        "timestamps future|past|wrong",
      ],
    ],
    ci_classes: ["server", "virtual_machine", "network_device"],
    recipes: [
      {
        technology: "linux",
        steps: {
          parameters: [],
          lock: "clock:{{ target.name }}",
          look: [
            diagnosis("Show the clock", "date -u +%FT%TZ; timedatectl 2>/dev/null || true"),
            diagnosis(
              "Show the sources",
              "if command -v chronyc >/dev/null 2>&1; then chronyc -n sources; chronyc -n tracking; else timedatectl timesync-status 2>/dev/null || true; fi",
            ),
          ],
          confirm: "The clock of {{ target.name }} is set to the time of its servers at once. Programs may see a jump.",
          act: [
            change(
              "Correct the clock",
              `if command -v chronyc >/dev/null 2>&1; then ${asRoot("chronyc -a makestep")}; else ${asRoot("systemctl restart systemd-timesyncd")}; fi`,
              { timeout_seconds: 60, safe_to_repeat: true },
            ),
          ],
          check: [
            diagnosis(
              "Show the offset afterwards",
              "sleep 10; if command -v chronyc >/dev/null 2>&1; then chronyc -n tracking; else timedatectl timesync-status 2>/dev/null || true; fi",
            ),
          ],
          undo: "A corrected clock is not set back. If the servers are wrong, change `server` in the configuration of chrony and run it again.",
          advice: "Check that UDP port 123 to the time servers is open, and look at the clock of the hypervisor.",
          verification: metric("The offset is small", "ntp.time.correction", host, {
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
    key: "thread-pool",
    name: "Threads exhausted or long pauses",
    summary: "A program has no free threads, or its garbage collector stops it for seconds.",
    when: "Requests wait although CPU and database are calm: all threads are busy, or the heap is nearly full and pauses are long.",
    cues: [
      [
        5,
        "gc pause|pauses|overhead|time|stop|collection",
        '"garbage collection"',
        '"garbage collector"',
        '"stop the world"',
        '"full gc"',
        "thread pool|starvation|exhausted|dump",
      ],
      [
        4,
        "thread blocked|busy|stuck|available|exhausted|idle|free|limit|many",
        "executor reject|rejected|full|saturated",
        "event loop block|lag",
        "java|jvm heap full|pause|memory|space",
      ],
      [2, "jvm|heap|gc|thread", "worker|threads all busy"],
    ],
    ci_classes: ["application", "service", "server"],
    recipes: [
      {
        technology: "jvm",
        steps: {
          parameters: [service],
          lock: "service:{{ target.name }}:{{ parameters.service }}",
          look: [
            diagnosis(
              "Show the process",
              'pid=$(systemctl show --property=MainPID --value -- {{ parameters.service }}); ps -o pid,pcpu,rss,nlwp,etime,comm -p "$pid"',
            ),
            diagnosis(
              "Show the heap",
              'pid=$(systemctl show --property=MainPID --value -- {{ parameters.service }}); jcmd "$pid" GC.heap_info || true; jstat -gcutil "$pid" 1000 5 || true',
            ),
            diagnosis(
              "Show what threads do",
              "pid=$(systemctl show --property=MainPID --value -- {{ parameters.service }}); jcmd \"$pid\" Thread.print 2>/dev/null | grep 'java.lang.Thread.State' | sort | uniq -c | sort -rn || true",
            ),
            diagnosis(
              "Keep a thread dump",
              'pid=$(systemctl show --property=MainPID --value -- {{ parameters.service }}); jcmd "$pid" Thread.print 2>/dev/null | head -n 200 || true',
            ),
          ],
          confirm:
            "{{ parameters.service }} on {{ target.name }} is restarted. Requests in progress are lost. The thread dump above is kept.",
          act: [change("Restart the service", asRoot("systemctl restart -- {{ parameters.service }}"))],
          check: [
            diagnosis("Check that it is active", "sleep 20 && systemctl is-active -- {{ parameters.service }}", {
              retries: 2,
            }),
          ],
          undo: "A restart cannot be undone. If the pauses return, raise the heap or the size of the pool, or roll back the last version.",
          advice: "Take the service out of the load balancer and read the thread dump.",
          verification: fewLogs("Few errors are logged", "level:>=error", "{{ parameters.service }}", 10),
        },
      },
      {
        technology: "kubernetes",
        steps: {
          parameters: [namespace, deployment],
          lock: "kubernetes:{{ parameters.namespace }}:{{ parameters.deployment }}",
          look: [
            diagnosis("Show the pods", kubectl("get pods -o wide | tail -n 30")),
            diagnosis("Show CPU and memory", kubectl("top pods --containers | head -n 30 || true")),
            diagnosis(
              "Find pauses in the logs",
              kubectl(
                "logs \"deployment/{{ parameters.deployment }}\" --since=15m --tail=2000 | grep -iE 'pause|gc|thread|rejected' | tail -n 40 || true",
              ),
            ),
          ],
          confirm: "The pods of {{ parameters.deployment }} are replaced one after another.",
          act: [
            change("Restart the deployment", kubectl('rollout restart "deployment/{{ parameters.deployment }}"'), {
              timeout_seconds: 60,
            }),
          ],
          check: [diagnosis("Wait for the rollout", rolloutStatus, { timeout_seconds: 330 })],
          undo: "A restart cannot be undone; pods are replaced one after another, so the service stays up.",
          advice: "Scale the deployment, and raise the heap or the size of the pool.",
          verification: fewLogs("Few errors are logged", "level:>=error", "{{ parameters.deployment }}", 10),
        },
      },
    ],
  },
];
