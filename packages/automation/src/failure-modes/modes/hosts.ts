import { diskFull } from "../../library/disk-full.ts";
import { memoryPressure } from "../../library/memory-pressure.ts";
import { asRoot, change, diagnosis } from "../../library/parts.ts";
import { type FailureMode, metric, task } from "../mode.ts";
import { deployment, kubectl, namespace, number, pathParameter, pid, rolloutStatus } from "../parameters.ts";

const host = "host.name={{ target.name }}";

/** What fails on a machine: space, memory, processors, disks. */
export const hostModes: readonly FailureMode[] = [
  {
    key: "disk-full",
    name: "Disk full",
    summary: "A file system has no free space, so that writes fail.",
    when: "Writes fail with “No space left on device”, or an alert says that a file system is almost full.",
    cues: [
      [
        4,
        '"no space left"',
        '"no space"',
        "out disk space",
        "enospc",
        '"disk full"',
        "not enough @disk space",
        "diskspace",
      ],
      [3, "@disk @full", "@disk utilization", "@disk usage|used", "disk|volume|filesystem almost|nearly", "free space"],
      [
        2,
        "log|logs|temp|tmp|files eat|consume|grow disk|space|gigabytes|gb",
        "write fail disk|volume",
        "gigabytes|gb|space left|remain|free",
        "can not write more|anymore|disk",
      ],
      [1, "disk|filesystem"],
    ],
    ci_classes: ["server", "virtual_machine", "storage", "database"],
    recipes: [
      { technology: "linux", library: diskFull },
      {
        technology: "docker",
        steps: {
          parameters: [
            number(
              "hours",
              "Unused images and stopped containers older than this many hours are removed",
              168,
              1,
              8760,
            ),
          ],
          lock: "disk:{{ target.name }}:docker",
          look: [
            diagnosis("Show usage", "df -P /var/lib/docker 2>/dev/null || df -P /"),
            diagnosis("Show what Docker stores", "docker system df"),
            diagnosis(
              "Find large log files",
              "find /var/lib/docker/containers -name '*-json.log' -size +100M -exec ls -l {} + 2>/dev/null | head -n 20 || true",
            ),
          ],
          confirm:
            "Stopped containers, unused networks and unused images older than {{ parameters.hours }} hours are removed on {{ target.name }}. Volumes stay.",
          act: [
            change("Remove unused data", 'docker system prune --all --force --filter "until={{ parameters.hours }}h"', {
              timeout_seconds: 900,
            }),
          ],
          check: [diagnosis("Show usage afterwards", "docker system df")],
          undo: "Removed images are pulled again when a container needs them. Removed containers cannot be restored. Volumes are never removed.",
          advice: "Move the data folder of Docker to a larger volume, and limit log files with `max-size`.",
          verification: metric("The file system has space", "system.filesystem.utilization", host, {
            agg: "max",
            operator: "<",
            threshold: 0.9,
          }),
        },
      },
    ],
  },
  {
    key: "inode-exhaustion",
    name: "No free inodes",
    summary: "A file system has space but cannot hold more files.",
    when: "Files cannot be created although `df` shows free space, because many small files use all inodes.",
    cues: [
      [5, "inode", "inodes", '"df i"'],
      [
        4,
        "create file space free|plenty|left|still|enough",
        "million|many small|tiny|little files",
        "thousands|millions file directory|folder|spool|session",
      ],
      [3, "can not create file", "free|plenty space write|create fail|refuse"],
    ],
    ci_classes: ["server", "virtual_machine", "storage"],
    recipes: [
      {
        technology: "linux",
        steps: {
          parameters: [
            pathParameter("mount", "Mount point of the file system", { default: "/", required: false }),
            pathParameter("folder", "The folder whose old files are removed", { default: "/tmp", required: false }),
            number("days", "Files older than this many days are removed", 14, 1, 3650),
          ],
          lock: "disk:{{ target.name }}:{{ parameters.mount }}",
          look: [
            diagnosis("Show inodes", "df -Pi -- {{ parameters.mount }}"),
            diagnosis(
              "Find folders with many files",
              "du -x --inodes -- {{ parameters.mount }} 2>/dev/null | sort -rn | head -n 20",
              { timeout_seconds: 600 },
            ),
            diagnosis(
              "Count old files",
              "find {{ parameters.folder }} -xdev -type f -mtime +{{ parameters.days }} 2>/dev/null | wc -l",
            ),
          ],
          confirm:
            "Files in {{ parameters.folder }} that are older than {{ parameters.days }} days are deleted on {{ target.name }}.",
          act: [
            change(
              "Delete old files",
              asRoot("find {{ parameters.folder }} -xdev -type f -mtime +{{ parameters.days }} -delete"),
              { timeout_seconds: 1800 },
            ),
          ],
          check: [diagnosis("Show inodes afterwards", "df -Pi -- {{ parameters.mount }}")],
          undo: "Deleted files cannot be restored. Check the list of folders before you approve.",
          advice: "Find the program that writes the small files and let it remove or bundle them.",
          verification: metric("Inodes are free", "system.filesystem.inodes.usage", `${host}`, {
            agg: "max",
            operator: ">",
            threshold: 0,
            when_empty: "pass",
          }),
        },
      },
    ],
  },
  {
    key: "memory-exhaustion",
    name: "Out of memory",
    summary: "A process uses more and more memory until the kernel or the cluster ends it.",
    when: "Memory rises without falling, a host swaps, or processes are ended because memory ran out.",
    cues: [
      [4, '"out of memory"', "oom", "oomkilled", "oomkill", "memory leak|leaking", "exit 137"],
      [
        3,
        "@memory @up",
        "@memory usage|utilization|pressure|full|exhausted|limit|consumption",
        "swap heavily|space|use|thrash",
        "kernel kill|terminate process",
        "leak",
      ],
      [2, "@memory never|free|release|hoard|hungry|eat", "kill|killed reaper|kernel|memory", "@memory 95%|97%|98%|99%"],
      [0.5, "@memory", "swap"],
    ],
    ci_classes: ["server", "virtual_machine", "container", "application"],
    recipes: [
      { technology: "systemd", library: memoryPressure },
      {
        technology: "kubernetes",
        steps: {
          parameters: [namespace, deployment],
          lock: "kubernetes:{{ parameters.namespace }}:{{ parameters.deployment }}",
          look: [
            diagnosis("Show the pods", kubectl("get pods -o wide --sort-by=.status.startTime | tail -n 30")),
            diagnosis(
              "Show memory of the pods",
              kubectl("top pods --containers --sort-by=memory | head -n 20 || true"),
            ),
            diagnosis(
              "Find containers that were ended",
              kubectl("get events --sort-by=.lastTimestamp | grep -iE 'oom|evict|kill' | tail -n 20 || true"),
            ),
            diagnosis(
              "Show the limits",
              kubectl("describe deployment {{ parameters.deployment }} | grep -iE -A3 'limits|requests' || true"),
            ),
          ],
          confirm: "The pods of {{ parameters.deployment }} are replaced one after another to free memory.",
          act: [
            change("Restart the deployment", kubectl('rollout restart "deployment/{{ parameters.deployment }}"'), {
              timeout_seconds: 60,
            }),
          ],
          check: [diagnosis("Wait for the rollout", rolloutStatus, { timeout_seconds: 330 })],
          undo: "A restart cannot be undone; pods are replaced one after another, so the service stays up. Raise the limit or fix the leak if memory fills again.",
          rollback: [diagnosis("Show the state after the failure", kubectl("get pods -o wide | tail -n 30"))],
          advice: "Raise the memory limit with `kubectl set resources`, or roll back the version that leaks.",
          verification: metric(
            "No container is near its limit",
            "k8s.container.memory_limit_utilization",
            "k8s.deployment.name={{ parameters.deployment }}",
            { agg: "max", operator: "<", threshold: 0.9, when_empty: "pass" },
          ),
        },
      },
    ],
  },
  {
    key: "cpu-saturation",
    name: "CPU saturated",
    summary: "Processes need more CPU than the host has, so that everything waits.",
    when: "CPU usage or load stays high, and requests are slow.",
    cues: [
      [4, "cpu saturated|saturation|pegged|maxed|100%|exhaustion", "@cpu 100%|99%|98%|97%|95%|90%", "load average"],
      [
        3,
        "cpu|processor|core|vcpu @up",
        "cpu usage|utilization|bound|throttle|hog|starve|busy",
        "core|processor busy|maxed|spin",
        "runaway process",
        "busy|infinite|tight loop",
      ],
      [1, "cpu"],
    ],
    ci_classes: ["server", "virtual_machine", "container", "application"],
    recipes: [
      {
        technology: "linux",
        steps: {
          parameters: [pid, number("nice", "The new priority: higher numbers give way to others", 10, 1, 19)],
          lock: "process:{{ target.name }}:{{ parameters.pid }}",
          look: [
            diagnosis(
              "Show the load",
              "cat /proc/loadavg; nproc; if [ -r /proc/pressure/cpu ]; then cat /proc/pressure/cpu; fi",
            ),
            diagnosis("List the busiest processes", "ps -eo pid,user,pcpu,nice,etime,comm --sort=-pcpu | head -n 15"),
            diagnosis("Show the process", "ps -o pid,ppid,user,pcpu,nice,etime,args -p {{ parameters.pid }} || true"),
            diagnosis(
              "Show its threads",
              "ps -L -o tid,pcpu,comm -p {{ parameters.pid }} --sort=-pcpu | head -n 15 || true",
            ),
          ],
          confirm:
            "The process {{ parameters.pid }} on {{ target.name }} gets the priority {{ parameters.nice }} and gives way to others.",
          act: [
            change("Lower the priority", asRoot("renice -n {{ parameters.nice }} -p {{ parameters.pid }}"), {
              timeout_seconds: 30,
              safe_to_repeat: true,
            }),
          ],
          check: [
            diagnosis(
              "Show the load afterwards",
              "sleep 20; cat /proc/loadavg; ps -eo pid,pcpu,nice,comm --sort=-pcpu | head -n 5",
              { timeout_seconds: 90 },
            ),
          ],
          undo: "`renice -n 0 -p PID` gives the process its priority back.",
          rollback: [
            change("Give the priority back", asRoot("renice -n 0 -p {{ parameters.pid }}"), {
              timeout_seconds: 30,
              safe_to_repeat: true,
              continue_on_failure: true,
            }),
          ],
          advice: "Add CPU or move work away. If a new version causes the load, roll it back.",
          verification: metric("The CPU has time left", "system.cpu.utilization", host, {
            agg: "avg",
            operator: "<",
            threshold: 0.85,
            when_empty: "pass",
          }),
        },
      },
      {
        technology: "kubernetes",
        steps: {
          parameters: [namespace, deployment, number("replicas", "The new number of replicas", 4, 1, 200)],
          lock: "kubernetes:{{ parameters.namespace }}:{{ parameters.deployment }}",
          look: [
            diagnosis("Show the replicas", kubectl("get deployment {{ parameters.deployment }} -o wide")),
            diagnosis("Show CPU of the pods", kubectl("top pods --sort-by=cpu | head -n 20 || true")),
            diagnosis("Show the autoscalers", kubectl("get horizontalpodautoscalers || true")),
            diagnosis("Show CPU of the nodes", "kubectl top nodes || true"),
          ],
          confirm: "{{ parameters.deployment }} is scaled to {{ parameters.replicas }} replicas.",
          act: [
            change(
              "Scale the deployment",
              kubectl('scale "deployment/{{ parameters.deployment }}" --replicas={{ parameters.replicas }}'),
              { timeout_seconds: 60, safe_to_repeat: true },
            ),
          ],
          check: [diagnosis("Wait for the replicas", rolloutStatus, { timeout_seconds: 330 })],
          undo: "Scale back to the number of replicas in the first step.",
          advice: "Check that the cluster has room, and raise the CPU limit if containers are throttled.",
          verification: metric(
            "Containers have CPU left",
            "k8s.container.cpu_limit_utilization",
            "k8s.deployment.name={{ parameters.deployment }}",
            { agg: "avg", operator: "<", threshold: 0.85, when_empty: "pass" },
          ),
        },
      },
    ],
  },
  {
    key: "cpu-steal",
    name: "Noisy neighbour",
    summary: "Other machines on the same hypervisor take the CPU time.",
    when: "A virtual machine is slow although its own processes are calm, and steal time is high.",
    cues: [
      [5, "steal", '"noisy neighbour"', '"noisy neighbor"', "stolen cpu"],
      [
        3,
        "hypervisor @cpu|contention|overcommit|oversubscribed",
        "other|another vm|tenant|machine same|shared host|hypervisor|hardware",
        "neighbour|neighbor",
      ],
      [2, "hypervisor", "cpu credit", "overcommit"],
    ],
    ci_classes: ["virtual_machine"],
    recipes: [
      {
        technology: "linux",
        steps: {
          parameters: [number("steal_percent", "Steal above this is a problem", 10, 1, 100)],
          lock: "host:{{ target.name }}",
          look: [
            diagnosis("Measure steal time", "vmstat 2 5 2>/dev/null || head -n 1 /proc/stat", { timeout_seconds: 60 }),
            diagnosis("Show own load", "cat /proc/loadavg; ps -eo pid,pcpu,comm --sort=-pcpu | head -n 8"),
            diagnosis(
              "Show the kind of machine",
              "systemd-detect-virt 2>/dev/null || true; nproc; grep -m1 'model name' /proc/cpuinfo || true",
            ),
          ],
          act: [
            task(
              "Move the machine",
              "If `st` is above {{ parameters.steal_percent }} % for minutes, move {{ target.name }} to another host or a size with dedicated CPU: live migration on your hypervisor, or stop and start at a cloud provider. Complete this step when it has moved.",
            ),
          ],
          check: [
            diagnosis("Measure steal time afterwards", "vmstat 2 5 2>/dev/null || head -n 1 /proc/stat", {
              timeout_seconds: 60,
            }),
          ],
          undo: "The runbook only reads. A machine that was moved can be moved back in the same way.",
          advice: "Ask the owner of the hypervisor which machine takes the time.",
          verification: metric(
            "Steal time is low",
            "system.cpu.utilization",
            "state=steal",
            { agg: "avg", operator: "<", threshold: 0.1, when_empty: "pass" },
            3600,
          ),
        },
      },
    ],
  },
  {
    key: "io-latency",
    name: "Slow storage",
    summary: "Reads and writes of a disk take long, so that processes wait for it.",
    when: "I/O wait is high, disks have long queues, or a storage system answers slowly.",
    cues: [
      [
        4,
        "iowait",
        '"io wait"',
        "disk|storage|volume|nvme|ssd|san|ebs|nfs latency|slow|await",
        "iops",
        "disk io|throughput|queue",
      ],
      [
        3,
        "read|write disk|storage slow|take|millisecond",
        "fsync",
        "storage @slow",
        "io @up",
        "burst credit|balance",
        "blocked d state",
      ],
      [2, "io bound|saturated|pressure|stall", "nfs hang|stall|slow"],
    ],
    ci_classes: ["storage", "server", "virtual_machine", "database"],
    recipes: [
      {
        technology: "linux",
        steps: {
          parameters: [{ ...pid, description: "The process that reads or writes most" }],
          lock: "process:{{ target.name }}:{{ parameters.pid }}",
          look: [
            diagnosis(
              "Show the disks",
              "if command -v iostat >/dev/null 2>&1; then iostat -xz 2 3; else cat /proc/diskstats; fi",
            ),
            diagnosis(
              "Show waiting processes",
              "ps -eo pid,stat,wchan:24,etime,comm | awk 'NR == 1 || $2 ~ /^D/' | head -n 20",
            ),
            diagnosis(
              "Show who reads and writes",
              "if command -v pidstat >/dev/null 2>&1; then pidstat -d 2 3; else grep -E 'bytes' /proc/{{ parameters.pid }}/io || true; fi",
            ),
            diagnosis(
              "Find errors of disks",
              "dmesg 2>/dev/null | grep -iE 'i/o error|reset|timeout|nvme|blk_update' | tail -n 20 || true",
            ),
          ],
          confirm:
            "The process {{ parameters.pid }} on {{ target.name }} uses the disk only when no other process needs it.",
          act: [
            change("Lower its disk priority", asRoot("ionice -c 3 -p {{ parameters.pid }}"), {
              timeout_seconds: 30,
              safe_to_repeat: true,
            }),
          ],
          check: [
            diagnosis(
              "Show the disks afterwards",
              "sleep 15; if command -v iostat >/dev/null 2>&1; then iostat -xz 2 2; else cat /proc/diskstats; fi",
              { timeout_seconds: 90 },
            ),
          ],
          undo: "`ionice -c 2 -n 4 -p PID` gives the process its normal disk priority back.",
          rollback: [
            change("Give the disk priority back", asRoot("ionice -c 2 -n 4 -p {{ parameters.pid }}"), {
              timeout_seconds: 30,
              safe_to_repeat: true,
              continue_on_failure: true,
            }),
          ],
          advice: "If a disk reports errors, replace it. Otherwise raise the limits of the volume or move load away.",
          verification: metric("Processes do not wait for the disk", "system.cpu.utilization", "state=wait", {
            agg: "avg",
            operator: "<",
            threshold: 0.2,
            when_empty: "pass",
          }),
        },
      },
    ],
  },
];
