/** The time ranges of lists, by their names in the address. */
export const ranges = ["1h", "24h", "7d", "30d"] as const;
export type Range = (typeof ranges)[number];

export const rangeWords: Record<Range, string> = {
  "1h": "Last hour",
  "24h": "Last 24 hours",
  "7d": "Last 7 days",
  "30d": "Last 30 days",
};
