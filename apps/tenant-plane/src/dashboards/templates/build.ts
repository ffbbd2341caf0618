import {
  type DashboardLayout,
  emptyLayout,
  type ThresholdTone,
  type Widget,
  type WidgetKind,
  type WidgetOptions,
} from "@opsplane/contract";

/** A ready-made dashboard. */
export interface Template {
  key: string;
  name: string;
  description: string;
  layout: DashboardLayout;
}

type Rectangle = [x: number, y: number, w: number, h: number];

/** A widget of a template at its place. */
export function widget<Kind extends WidgetKind>(
  kind: Kind,
  title: string,
  [x, y, w, h]: Rectangle,
  options: WidgetOptions<Kind> & Record<string, unknown>,
): Omit<Widget, "id"> {
  return { kind, title, x, y, w, h, options };
}

export function layoutOf(
  widgets: readonly Omit<Widget, "id">[],
  other: Partial<Omit<DashboardLayout, "widgets">> = {},
): DashboardLayout {
  return { ...emptyLayout, ...other, widgets: widgets.map((each, index) => ({ id: `w${index + 1}`, ...each })) };
}

/** Good from zero, then a notice, then bad. */
export function limits(notice: number, bad: number): { value: number; tone: ThresholdTone }[] {
  return [
    { value: 0, tone: "good" },
    { value: notice, tone: "notice" },
    { value: bad, tone: "bad" },
  ];
}
