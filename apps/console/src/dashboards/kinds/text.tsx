import { Textarea } from "@mantine/core";
import { maxMarkdown } from "@opsplane/contract";
import { IconMarkdown } from "@tabler/icons-react";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { defineKind, type KindFormProps, type KindViewProps } from "./kind.tsx";
import classes from "./kinds.module.css";
import { Scroll } from "./scroll.tsx";
import { WidgetNote } from "./widget-note.tsx";

const Markdown = lazyPart(() => import("../../ui/markdown.tsx"), "Markdown", { waiting: () => null });

function View({ title, data: { text } }: KindViewProps<"markdown">) {
  if (text.trim() === "") return <WidgetNote>No text yet</WidgetNote>;
  return (
    <Scroll label={title || "Text"}>
      <div className={classes.text}>
        <Markdown source={text} />
      </div>
    </Scroll>
  );
}

function Form({ options, onChange }: KindFormProps<"markdown">) {
  return (
    <Textarea
      label="Text"
      description="Markdown. $name stands for a variable."
      autosize
      minRows={8}
      maxRows={24}
      maxLength={maxMarkdown}
      value={options.text}
      onChange={(event) => onChange({ text: event.currentTarget.value })}
    />
  );
}

export const text = defineKind("markdown", {
  icon: IconMarkdown,
  about: "Notes, links and instructions in Markdown",
  initial: { text: "" },
  View,
  Form,
});
