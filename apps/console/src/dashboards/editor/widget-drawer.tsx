import { Button, Drawer, Group, Stack, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { type ChosenValues, optionProblems, type Widget, widgetKinds } from "@opsplane/contract";
import { useState } from "react";
import type { BoardSource } from "../board/source.ts";
import { WidgetFrame } from "../board/widget-frame.tsx";
import classes from "../dashboards.module.css";
import { kinds } from "../kinds/index.ts";
import { WidgetNote } from "../kinds/widget-note.tsx";

interface WidgetDrawerProps {
  widget: Widget;
  isNew: boolean;
  source: BoardSource;
  chosen: ChosenValues;
  onApply: (widget: Widget) => void;
  onClose: () => void;
}

const previewHeight = 194;

/** The form of a widget, with a preview of what it will show. */
export function WidgetDrawer({ widget, isNew, source, chosen, onApply, onClose }: WidgetDrawerProps) {
  const [edited, setEdited] = useState(widget);
  const [settled] = useDebouncedValue(edited, 350);
  const problems = optionProblems(edited.kind, edited.options, "");
  const { label } = widgetKinds[widget.kind];
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={560}
      title={isNew ? `New widget: ${label.toLowerCase()}` : `Edit ${widget.title || label.toLowerCase()}`}
    >
      <form
        noValidate
        autoComplete="off"
        onSubmit={(event) => {
          event.preventDefault();
          if (problems.length === 0) onApply(edited);
        }}
      >
        <div className={classes.preview}>
          {optionProblems(settled.kind, settled.options, "").length > 0 ? (
            <WidgetNote>The preview appears here. {problemText(problems)}</WidgetNote>
          ) : (
            <WidgetFrame widget={settled} source={source} chosen={chosen} height={previewHeight} />
          )}
        </div>
        <Stack gap="sm">
          <TextInput
            label="Title"
            data-autofocus
            maxLength={200}
            value={edited.title}
            onChange={(event) => setEdited({ ...edited, title: event.currentTarget.value })}
          />
          {kinds[edited.kind].form({
            options: edited.options,
            interval: source.interval,
            onChange: (options) => setEdited((now) => ({ ...now, options })),
          })}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" disabled={problems.length > 0}>
              {isNew ? "Add widget" : "Apply"}
            </Button>
          </Group>
        </Stack>
      </form>
    </Drawer>
  );
}

function problemText([first]: readonly { path: string; message: string }[]): string {
  if (!first) return "";
  const field = first.path.split(".").at(-1)?.replaceAll("_", " ") ?? "";
  return `${field.charAt(0).toUpperCase()}${field.slice(1)} ${first.message}.`;
}
