import { approval, asRoot, change, diagnosis, failureNotice, libraryRunbook } from "./parts.ts";

export const diskFull = libraryRunbook("disk-full", {
  name: "Disk full",
  description: "Finds what fills a file system and frees space from journals and temporary files.",
  tags: ["disk", "linux"],
  ci_classes: ["server", "virtual_machine"],
  notes: `## When to use
An alert says that a file system is almost full, or writes fail with "No space left on device".

## What it does
1. Shows space and inodes, the largest folders, and deleted files that a process still holds open.
2. After approval, removes old journal entries and old files from \`/tmp\` and \`/var/tmp\`.

## How to undo
Removed journal entries and temporary files cannot be restored. Nothing else is touched. A deleted file that is still open is
freed when its process restarts.`,
  parameters: [
    {
      name: "mount",
      type: "string",
      description: "Mount point of the file system",
      default: "/",
      pattern: "/[A-Za-z0-9._/-]{0,200}",
    },
    { name: "journal_days", type: "integer", description: "Days of journal to keep", default: 7, min: 1, max: 365 },
    {
      name: "tmp_days",
      type: "integer",
      description: "Temporary files older than this many days are removed",
      default: 10,
      min: 1,
      max: 365,
    },
  ],
  lock_key: "disk:{{ target.name }}:{{ parameters.mount }}",
  steps: [
    diagnosis("Show usage", "df -P -- {{ parameters.mount }} && df -Pi -- {{ parameters.mount }}"),
    diagnosis("Find the largest folders", "du -xk -- {{ parameters.mount }} 2>/dev/null | sort -rn | head -n 20", {
      timeout_seconds: 600,
    }),
    diagnosis(
      "Find deleted files that are open",
      "if command -v lsof >/dev/null 2>&1; then lsof -nP +L1 2>/dev/null | head -n 20; else echo 'lsof is not installed.'; fi",
    ),
    approval(
      "Approve the cleanup",
      "Journal entries older than {{ parameters.journal_days }} days and temporary files older than {{ parameters.tmp_days }} days are removed on {{ target.name }}.\n\n```\n{{ steps.find_the_largest_folders.stdout }}\n```",
    ),
    change(
      "Shorten the journal",
      `if command -v journalctl >/dev/null 2>&1; then ${asRoot("journalctl --vacuum-time={{ parameters.journal_days }}d")}; fi`,
    ),
    change(
      "Remove old temporary files",
      asRoot(
        "find /tmp /var/tmp -xdev -type f -atime +{{ parameters.tmp_days }} -mtime +{{ parameters.tmp_days }} -delete",
      ),
    ),
    diagnosis("Show usage afterwards", "df -P -- {{ parameters.mount }}"),
  ],
  on_failure: [
    failureNotice(
      "The disk cleanup failed",
      "Look at the largest folders, and extend the volume if nothing can be removed.",
    ),
  ],
  verification: {
    title: "The file system has space",
    query: {
      source: "metrics",
      metric_name: "system.filesystem.utilization",
      match: ["host.name={{ target.name }}"],
      agg: "max",
      operator: "<",
      threshold: 0.9,
    },
    within_seconds: 600,
  },
});
