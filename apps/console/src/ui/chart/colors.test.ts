import { expect, test } from "vitest";
import { colorOf, dashOf, mixed, paletteOf, type Scheme } from "./colors.ts";

type Rgb = readonly [number, number, number];

const surfaces: Record<Scheme, string> = { dark: "#11151a", light: "#ffffff" };

function linear(color: string): Rgb {
  const part = (from: number) => {
    const value = Number.parseInt(color.slice(from, from + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [part(1), part(3), part(5)];
}

function contrast(one: string, other: string): number {
  const luminance = (color: string) => {
    const [red, green, blue] = linear(color);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

// Machado et al. 2009, full severity.
const visions: Record<string, readonly [Rgb, Rgb, Rgb]> = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

function lab([red, green, blue]: Rgb): Rgb {
  const curve = (value: number) => (value > 0.008856 ? Math.cbrt(value) : 7.787 * value + 16 / 116);
  const x = curve((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047);
  const y = curve(0.2126 * red + 0.7152 * green + 0.0722 * blue);
  const z = curve((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

function seen(color: string, rows: readonly [Rgb, Rgb, Rgb]): Rgb {
  const [red, green, blue] = linear(color);
  const [r, g, b] = rows.map((row) => Math.max(0, row[0] * red + row[1] * green + row[2] * blue));
  return lab([r ?? 0, g ?? 0, b ?? 0]);
}

const pairs = (colors: readonly string[]) =>
  colors.flatMap((one, index) => colors.slice(index + 1).map((other) => [one, other] as const));

test.each(["dark", "light"] as const)("every color of the %s scheme stands out from the surface", (scheme) => {
  const faint = paletteOf(scheme).filter((color) => contrast(color, surfaces[scheme]) < 3);
  expect(faint).toEqual([]);
});

test.each(["dark", "light"] as const)(
  "no two colors of the %s scheme look alike, also to color-blind people",
  (scheme) => {
    const alike = Object.entries(visions).flatMap(([vision, rows]) =>
      pairs(paletteOf(scheme))
        .filter(([one, other]) => {
          const [a, b] = [seen(one, rows), seen(other, rows)];
          return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]) < 13;
        })
        .map((pair) => `${vision}: ${pair.join(" and ")}`),
    );
    expect(alike).toEqual([]);
  },
);

test("series of one color differ by their dash", () => {
  expect(colorOf(0, "dark")).toBe(colorOf(8, "dark"));
  expect(dashOf(0)).not.toEqual(dashOf(8));
});

test("a mixed color is between the two", () => {
  expect(mixed("#ff0000", "#000000", 0.5)).toBe("rgb(128 0 0)");
  expect(mixed("#102030", "#ffffff", 0)).toBe("rgb(16 32 48)");
});
