import { Button } from "@mantine/core";
import { IconRosetteDiscountCheck } from "@tabler/icons-react";
import { getRouteApi } from "@tanstack/react-router";
import { useCan } from "../../session/context.tsx";
import type { Preset } from "../../time/range.ts";
import { RangeControl } from "../../time/range-control.tsx";
import { useTimeRange } from "../../time/use-range.ts";
import { Panel } from "../../ui/panel.tsx";
import { QueryFace } from "../../ui/query-face.tsx";
import { RangeProblem } from "../range-problem.tsx";
import { ReportsFrame } from "../reports-frame.tsx";
import { AttestDialog } from "./attest-dialog.tsx";
import { AttestationsPanel } from "./attestations-panel.tsx";
import classes from "./compliance.module.css";
import { ControlList } from "./control-list.tsx";
import { useControls } from "./queries.ts";
import { attestable, countsText } from "./words.ts";

const route = getRouteApi("/reports/compliance");
const presets: readonly Preset[] = ["7d", "30d", "90d", "365d"];

/** The address names the time, the control that is open, and the one that is attested: `?control=audit_log&attest=backup`. */
export function CompliancePage() {
  return (
    <ReportsFrame title="Compliance" view="Compliance">
      {() => <Compliance />}
    </ReportsFrame>
  );
}

function Compliance() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (changes: Partial<typeof search>) =>
    void navigate({ search: (now) => ({ ...now, ...changes }), replace: true });
  const state = useTimeRange(search, "90d");
  const controls = useControls(state);
  const mayAttest = useCan()("reports:attest");
  const [first = ""] = attestable;
  const attest = (control: string) => change({ attest: control });
  return (
    <div className={classes.parts}>
      <div className={classes.tools}>
        <span role="status">{controls.data ? countsText(controls.data) : ""}</span>
        <RangeControl state={state} search={search} onChange={change} presets={presets} />
      </div>
      <RangeProblem state={state} />
      <Panel title="Controls">
        <QueryFace query={controls}>
          {(found) => (
            <ControlList
              controls={found}
              opened={search.control}
              onOpen={(control) => change({ control })}
              {...(mayAttest ? { onAttest: attest } : {})}
            />
          )}
        </QueryFace>
      </Panel>
      <AttestationsPanel
        action={
          mayAttest ? (
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconRosetteDiscountCheck size={14} />}
              onClick={() => attest(first)}
            >
              Attest a control
            </Button>
          ) : null
        }
      />
      {mayAttest && search.attest ? (
        <AttestDialog
          key={search.attest}
          control={attestable.find((id) => id === search.attest) ?? first}
          onClose={() => change({ attest: undefined })}
        />
      ) : null}
    </div>
  );
}
