import type { ChartTone } from "@opsplane/contract";

export type Scheme = "dark" | "light";

// Eight colors per scheme, with a contrast of at least 3:1. A test checks that color-blind people can distinguish them.
const palettes: Record<Scheme, readonly string[]> = {
  dark: ["#43dced", "#f4883a", "#a288d9", "#7fd688", "#e680a2", "#fff07c", "#418bff", "#9d7341"],
  light: ["#007785", "#d17219", "#7a259f", "#1d5720", "#ca0079", "#957b3e", "#147ce7", "#504149"],
};
export type Tone = ChartTone;

const tones: Record<Scheme, Record<Tone, string>> = {
  dark: {
    bad: "#e5484d",
    serious: "#f4883a",
    warning: "#e8c14e",
    good: "#57c98a",
    calm: "#4a94d8",
    quiet: "#7f8b9b",
    faint: "#5e6978",
  },
  light: {
    bad: "#c4202b",
    serious: "#c2600f",
    warning: "#a37a00",
    good: "#147a45",
    calm: "#2f7fc4",
    quiet: "#6b7684",
    faint: "#8a94a1",
  },
};
// With more than eight series, dashes distinguish lines of the same color.
const dashes: readonly (readonly number[])[] = [[], [7, 4], [2, 3], [10, 3, 2, 3]];

/** The colors of a scheme in the order of the series. */
export function paletteOf(scheme: Scheme): readonly string[] {
  return palettes[scheme];
}

export function colorOf(index: number, scheme: Scheme): string {
  const palette = palettes[scheme];
  return palette[index % palette.length] ?? "currentColor";
}

/** The color of a series: that of its meaning, or the one of its position. */
export function seriesColor(
  series: { tone?: Tone; colorIndex?: number } | undefined,
  index: number,
  scheme: Scheme,
): string {
  return series?.tone ? tones[scheme][series.tone] : colorOf(series?.colorIndex ?? index, scheme);
}

export function dashOf(index: number): readonly number[] {
  return dashes[Math.floor(index / palettes.dark.length) % dashes.length] ?? [];
}

/** A color with this share of another one, both as `#rrggbb`. */
export function mixed(color: string, other: string, share: number): string {
  const part = (from: number) => {
    const [one, two] = [color, other].map((each) => Number.parseInt(each.trim().slice(from, from + 2), 16));
    return Math.round((one ?? 0) * (1 - share) + (two ?? 0) * share);
  };
  return `rgb(${part(1)} ${part(3)} ${part(5)})`;
}
