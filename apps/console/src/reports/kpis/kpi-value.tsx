import { Skeleton } from "@mantine/core";
import type { Kpi } from "@opsplane/contract";
import { meetsTarget, valueText } from "@opsplane/reports/values";
import { Tag } from "../../ui/tag.tsx";
import { betterWords } from "./words.ts";

type Measured = Pick<Kpi, "unit" | "target" | "better">;

/** `At least 95 %`. */
export function targetText({ unit, target, better }: Measured): string {
  return target === null ? "None" : `${betterWords[better ?? "higher"]} ${valueText(target, unit)}`;
}

/** Whether a value meets the target of its KPI. */
export function TargetState({ kpi, value }: { kpi: Measured; value: number | null | undefined }) {
  if (kpi.target === null || value === undefined || value === null) return null;
  const isMet = meetsTarget({ name: "", ...kpi, target: kpi.target, better: kpi.better ?? "higher", value });
  return isMet ? <Tag tone="good">met</Tag> : <Tag tone="bad">missed</Tag>;
}

interface ValueProps {
  unit: Kpi["unit"];
  evaluation: {
    data: { value: number | null; problem: string | null } | undefined;
    error: { message: string } | null;
  };
}

export function KpiValue({ unit, evaluation: { data, error } }: ValueProps) {
  if (error) return <span className="dim">{error.message}</span>;
  if (!data) return <Skeleton height={14} width={60} />;
  return data.value === null ? <span className="dim">{data.problem ?? "No value"}</span> : valueText(data.value, unit);
}
