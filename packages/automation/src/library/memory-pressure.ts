import { approval, asRoot, change, diagnosis, failureNotice, libraryRunbook, unitParameter } from "./parts.ts";

export const memoryPressure = libraryRunbook("memory-pressure", {
  name: "Memory pressure",
  description: "Shows what uses the memory of a host and restarts the service that leaks.",
  tags: ["memory", "linux"],
  ci_classes: ["server", "virtual_machine"],
  notes: `## When to use
A host swaps, the kernel ends processes ("Out of memory"), or an alert says that little memory is available.

## What it does
1. Shows memory, the largest processes, and what the kernel ended.
2. After approval, restarts one service to free its memory.

## How to undo
A restart cannot be undone. If the memory fills again, limit the service with \`MemoryMax=\` in its unit and look for the leak.`,
  parameters: [unitParameter("service", "The unit to restart, such as tomcat")],
  lock_key: "service:{{ target.name }}:{{ parameters.service }}",
  steps: [
    diagnosis("Show memory", "grep -E '^(MemTotal|MemAvailable|SwapTotal|SwapFree|Dirty|Slab)' /proc/meminfo"),
    diagnosis("List the largest processes", "ps -eo pid,user,rss,vsz,comm | sort -k3,3 -rn | head -n 15"),
    diagnosis(
      "Find processes that the kernel ended",
      "dmesg 2>/dev/null | grep -iE 'out of memory|oom-kill' | tail -n 20 || true",
    ),
    diagnosis(
      "Show the memory of the service",
      "systemctl show --property=MemoryCurrent --property=NRestarts --property=ActiveEnterTimestamp -- {{ parameters.service }}",
    ),
    approval(
      "Approve the restart",
      "{{ parameters.service }} on {{ target.name }} is restarted to free memory.\n\n```\n{{ steps.list_the_largest_processes.stdout }}\n```",
    ),
    change("Restart the service", asRoot("systemctl restart -- {{ parameters.service }}")),
    diagnosis("Check that it is active", "sleep 10 && systemctl is-active -- {{ parameters.service }}", { retries: 2 }),
    diagnosis("Show memory afterwards", "grep -E '^(MemTotal|MemAvailable|SwapFree)' /proc/meminfo"),
  ],
  on_failure: [
    failureNotice("Memory could not be freed", "Move load away from the host before the kernel ends more processes."),
  ],
  verification: {
    title: "The host has free memory",
    query: {
      source: "metrics",
      metric_name: "system.memory.utilization",
      match: ["host.name={{ target.name }}"],
      agg: "max",
      operator: "<",
      threshold: 0.9,
    },
    within_seconds: 600,
  },
});
