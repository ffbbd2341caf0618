import {
  dataOf,
  optionsOf,
  type Widget,
  type WidgetData,
  type WidgetKind,
  type WidgetOptions,
} from "@opsplane/contract";
import type { Icon } from "@tabler/icons-react";
import type { ComponentType, ReactNode } from "react";
import type { Interval } from "../../time/range.ts";
import { WidgetNote } from "./widget-note.tsx";

export interface KindViewProps<Kind extends WidgetKind> {
  title: string;
  options: WidgetOptions<Kind>;
  data: WidgetData<Kind>;
  /** The height of the widget without its title, in pixels. */
  height: number;
}

export interface KindFormProps<Kind extends WidgetKind> {
  options: WidgetOptions<Kind>;
  interval: Interval;
  onChange: (options: WidgetOptions<Kind>) => void;
}

interface KindParts<Kind extends WidgetKind> {
  icon: Icon;
  /** One sentence for the list of kinds. */
  about: string;
  /** The options of a new widget. */
  initial: WidgetOptions<Kind>;
  View: ComponentType<KindViewProps<Kind>>;
  Form: ComponentType<KindFormProps<Kind>>;
}

type Options = Record<string, unknown>;

/** A kind of widget for code that handles all kinds alike. */
export interface BoundKind {
  icon: Icon;
  about: string;
  initial: Options;
  view: (props: { widget: Widget; title: string; data: Options; height: number }) => ReactNode;
  form: (props: { options: Options; interval: Interval; onChange: (options: Options) => void }) => ReactNode;
}

export function defineKind<Kind extends WidgetKind>(kind: Kind, parts: KindParts<Kind>): BoundKind {
  const { icon, about, initial, View, Form } = parts;
  const invalid = <WidgetNote tone="bad">The options of this widget are not valid. Edit the widget.</WidgetNote>;
  return {
    icon,
    about,
    initial: { ...initial },
    view: ({ widget, title, data, height }) => {
      const options = optionsOf(kind, widget);
      return options ? <View title={title} options={options} data={dataOf(kind, data)} height={height} /> : invalid;
    },
    form: ({ options, interval, onChange }) => {
      const known = optionsOf(kind, { kind, options }) ?? initial;
      return <Form options={known} interval={interval} onChange={(next) => onChange({ ...next })} />;
    },
  };
}
