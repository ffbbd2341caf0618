import { NumberInput, Select, TextInput } from "@mantine/core";
import { rotations } from "@opsplane/contract";
import { altArrow, keepFocus } from "../../ui/keep-focus.ts";
import { optionsOf } from "../../ui/words.ts";
import { MoveTools } from "../move-tools.tsx";
import { rotationWords } from "../schedules/layer-words.ts";
import { ZoneTimeField } from "../schedules/zone-time-field.tsx";
import classes from "./editor.module.css";
import { RestrictionsField } from "./restrictions-field.tsx";
import { type LayerDraft, layerProblems } from "./schedule-draft.ts";
import { TurnsField } from "./turns-field.tsx";

interface LayerEditorProps {
  layer: LayerDraft;
  number: number;
  isLast: boolean;
  timezone: string;
  /** Problems are shown once someone tried to save. */
  tried: boolean;
  colorOf: (id: string | undefined) => string;
  onChange: (layer: LayerDraft) => void;
  onMove: (step: 1 | -1) => void;
  onRemove: () => void;
}

/** One layer: who takes turns, how long and when. Alt with an arrow moves it. */
export function LayerEditor(props: LayerEditorProps) {
  const { layer, number, isLast, timezone, tried, colorOf, onChange, onMove, onRemove } = props;
  const set = (fields: Partial<LayerDraft>) => onChange({ ...layer, ...fields });
  const problems = tried ? layerProblems(layer) : {};
  const title = `layer ${number}`;
  const move = (step: 1 | -1) => keepFocus(() => onMove(step));
  return (
    <fieldset className={classes.layer} aria-label={`Layer ${number}`}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys act on the fields and buttons inside */}
      <div className={classes.layerHead} onKeyDown={(event) => altArrow(event, move)}>
        <TextInput
          aria-label={`Name of ${title}`}
          placeholder={`Layer ${number}`}
          maxLength={100}
          value={layer.name}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <MoveTools name={title} isFirst={number === 1} isLast={isLast} onMove={move} onRemove={onRemove} />
      </div>
      <TurnsField
        turns={layer.turns}
        layer={title}
        problem={problems.turns}
        colorOf={colorOf}
        onChange={(turns) => set({ turns })}
      />
      <div className={classes.pair}>
        <Select
          label="Handoff"
          allowDeselect={false}
          data={optionsOf(rotations, rotationWords)}
          value={layer.rotation}
          onChange={(chosen) => set({ rotation: rotations.find((each) => each === chosen) ?? layer.rotation })}
        />
        {layer.rotation === "custom" ? (
          <NumberInput
            label="Turn (hours)"
            min={1}
            max={8760}
            allowDecimal={false}
            error={problems.shift_hours}
            value={layer.shift_hours || ""}
            onChange={(hours) => set({ shift_hours: Number(hours) })}
          />
        ) : null}
      </div>
      <div className={classes.pair}>
        <ZoneTimeField
          label="First handoff"
          timezone={timezone}
          error={problems.starts}
          value={layer.starts}
          onChange={(starts) => set({ starts })}
        />
        <ZoneTimeField
          label="End"
          timezone={timezone}
          description="Optional"
          error={problems.ends}
          value={layer.ends}
          onChange={(ends) => set({ ends })}
        />
      </div>
      <RestrictionsField
        restrictions={layer.restrictions}
        problem={problems.restrictions}
        onChange={(restrictions) => set({ restrictions })}
      />
    </fieldset>
  );
}
