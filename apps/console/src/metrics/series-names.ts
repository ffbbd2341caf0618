type Labels = Readonly<Record<string, string>>;

/** Short names of series: only the labels that differ, and only the value when one label differs. */
export function seriesNames(all: readonly Labels[], fallback: string): string[] {
  const differing = differingLabels(all);
  const [only, ...others] = differing;
  return all.map((labels) => {
    if (only === undefined) return fallback;
    if (others.length === 0) return labels[only] || `no ${only}`;
    const parts = differing.flatMap((name) => (labels[name] ? [`${name}=${labels[name]}`] : []));
    return parts.join(" ") || fallback;
  });
}

/** The names of the labels whose value is not the same in all series. A missing label is empty. */
export function differingLabels(all: readonly Labels[]): string[] {
  const names = new Set(all.flatMap((labels) => Object.keys(labels)));
  return [...names].filter((name) => all.some((labels) => (labels[name] ?? "") !== (all[0]?.[name] ?? ""))).sort();
}
