import { Alert, Button, Group } from "@mantine/core";
import type { ApiError, ChosenValues, Dashboard, Widget, WidgetKind } from "@opsplane/contract";
import { widgetKinds } from "@opsplane/contract";
import { IconArrowBackUp, IconArrowForwardUp, IconPlus, IconSettings } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useKeys } from "../../keys/keys.tsx";
import { AskDialog } from "../../ui/ask-dialog.tsx";
import { Face } from "../../ui/faces.tsx";
import { toastNote } from "../../ui/toast.tsx";
import { UnsavedGuard } from "../../ui/unsaved-guard.tsx";
import { VersionChoice } from "../../ui/version-choice.tsx";
import { freePlace, settled, without } from "../board/grid.ts";
import type { BoardSource } from "../board/source.ts";
import classes from "../dashboards.module.css";
import { kinds } from "../kinds/index.ts";
import { useSaveDashboard } from "../queries.ts";
import { EditBoard } from "./edit-board.tsx";
import { KindDrawer } from "./kind-drawer.tsx";
import { SettingsDialog } from "./settings-dialog.tsx";
import type { DraftState } from "./use-draft.ts";
import { WidgetDrawer } from "./widget-drawer.tsx";

interface EditorProps {
  dashboard: Dashboard;
  state: DraftState;
  source: BoardSource;
  chosen: ChosenValues;
  /** Leaves the edit mode. */
  onDone: () => void;
}

type Opened = "kinds" | "settings" | "leave" | { widget: Widget; isNew: boolean };

/** Edits the widgets of a dashboard. Nothing is stored before it is saved. */
export function Editor({ dashboard, state, source, chosen, onDone }: EditorProps) {
  const { draft, change, isChanged } = state;
  const { widgets } = draft.layout;
  const [opened, setOpened] = useState<Opened>();
  const save = useSaveDashboard(dashboard.id);
  const close = () => setOpened(undefined);
  const setWidgets = (next: readonly Widget[]) =>
    change((now) => ({ ...now, layout: { ...now.layout, widgets: [...next] } }));

  const store = (onVersion: number) =>
    save.mutate(
      { change: draft, onVersion },
      {
        onSuccess: (saved) => {
          state.reset(saved);
          onDone();
        },
      },
    );
  const leave = () => (isChanged ? setOpened("leave") : onDone());
  const discard = () => {
    state.reset(dashboard);
    save.reset();
    onDone();
  };

  const add = (kind: WidgetKind) => {
    const { w, h } = widgetKinds[kind].size;
    const id = newId(widgets);
    const widget = { id, kind, title: "", ...freePlace(widgets, w, h), w, h, options: kinds[kind].initial };
    setOpened({ widget, isNew: true });
  };
  const apply = (widget: Widget) => {
    const isKnown = widgets.some(({ id }) => id === widget.id);
    setWidgets(
      settled(isKnown ? widgets.map((each) => (each.id === widget.id ? widget : each)) : [...widgets, widget]),
    );
    close();
  };
  const edit = (id: string) => {
    const widget = widgets.find((each) => each.id === id);
    if (widget) setOpened({ widget, isNew: false });
  };
  const duplicate = (id: string) => {
    const widget = widgets.find((each) => each.id === id);
    if (widget) setWidgets([...widgets, { ...widget, id: newId(widgets), ...freePlace(widgets, widget.w, widget.h) }]);
  };
  const remove = (id: string) => {
    setWidgets(without(widgets, id));
    toastNote("Widget deleted. Undo brings it back.");
  };

  useUndoKeys(state);
  useKeys([
    { keys: "a", label: "Add widget", group: "Dashboard", run: () => setOpened("kinds") },
    { keys: "Esc", label: "Leave the editor", group: "Dashboard", run: leave },
  ]);

  return (
    <>
      <div className={classes.editBar} role="toolbar" aria-label="Editor">
        <Button leftSection={<IconPlus size={14} />} variant="default" onClick={() => setOpened("kinds")}>
          Add widget
        </Button>
        <Button leftSection={<IconSettings size={14} />} variant="default" onClick={() => setOpened("settings")}>
          Settings
        </Button>
        <Button
          leftSection={<IconArrowBackUp size={14} />}
          variant="default"
          disabled={!state.canUndo}
          onClick={state.undo}
        >
          Undo
        </Button>
        <Button
          leftSection={<IconArrowForwardUp size={14} />}
          variant="default"
          disabled={!state.canRedo}
          onClick={state.redo}
        >
          Redo
        </Button>
        <span className={classes.editHint}>
          Drag to move. With the keyboard: arrows move, Shift and arrows resize, Delete removes.
        </span>
        <Group gap={8}>
          <Button variant="default" onClick={leave}>
            Cancel
          </Button>
          <Button loading={save.isPending} disabled={!isChanged} onClick={() => store(state.version)}>
            Save
          </Button>
        </Group>
      </div>
      <SaveProblem
        error={save.error}
        isOutdated={isChanged && dashboard.version !== state.version && !save.isPending}
        onKeepMine={() => store(dashboard.version)}
        onTakeTheirs={discard}
      />
      {widgets.length === 0 ? (
        <Face icon={<IconPlus size={20} />} title="This dashboard is empty">
          Add a widget to start.
        </Face>
      ) : null}
      <EditBoard
        {...{ widgets, source, chosen }}
        onChange={setWidgets}
        onEdit={edit}
        onDuplicate={duplicate}
        onRemove={remove}
      />
      {opened === "kinds" ? <KindDrawer onChoose={add} onClose={close} /> : null}
      {opened === "settings" ? (
        <SettingsDialog
          draft={draft}
          interval={source.interval}
          onApply={(next) => {
            change(() => next);
            close();
          }}
          onClose={close}
        />
      ) : null}
      {typeof opened === "object" ? (
        <WidgetDrawer key={opened.widget.id} {...opened} {...{ source, chosen }} onApply={apply} onClose={close} />
      ) : null}
      <AskDialog
        opened={opened === "leave"}
        title="Leave without saving?"
        confirm="Leave"
        onClose={close}
        onConfirm={discard}
      >
        Your changes to this dashboard are not saved and will be lost.
      </AskDialog>
      <UnsavedGuard when={isChanged} what="this dashboard" />
    </>
  );
}

interface SaveProblemProps {
  error: ApiError | null;
  /** Someone else has saved since the draft was started. */
  isOutdated: boolean;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
}

function SaveProblem({ error, isOutdated, onKeepMine, onTakeTheirs }: SaveProblemProps) {
  if (!error && !isOutdated) return null;
  if (error && error.code !== "CONFLICT")
    return (
      <Alert color="red" variant="light" p="sm" role="alert" title="Couldn't save dashboard">
        {error.message}
      </Alert>
    );
  return (
    <Alert
      color="yellow"
      variant="light"
      p="sm"
      role="alert"
      title={`${error ? "Not saved: " : ""}Someone else changed this dashboard while you were editing`}
    >
      Your draft is kept below.
      <VersionChoice onKeepMine={onKeepMine} onTakeTheirs={onTakeTheirs} />
    </Alert>
  );
}

/** Ctrl Z and Ctrl Shift Z, outside fields. */
function useUndoKeys({ undo, redo }: Pick<DraftState, "undo" | "redo">) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isField =
        event.target instanceof Element && event.target.closest("input, textarea, [contenteditable=true]");
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z" || isField) return;
      event.preventDefault();
      if (event.shiftKey) redo();
      else undo();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [undo, redo]);
}

function newId(widgets: readonly Widget[]): string {
  const known = new Set(widgets.map(({ id }) => id));
  let number = widgets.length + 1;
  while (known.has(`w${number}`)) number += 1;
  return `w${number}`;
}
