import { Select } from "@mantine/core";
import type { GetInputPropsReturnType } from "@mantine/form";

const lives = { "30": "30 days", "90": "90 days", "365": "One year", never: "No end" };
const dayMs = 86_400_000;

/** The lifetime of a new token. */
export function LifeField(input: GetInputPropsReturnType) {
  return (
    <Select
      label="Expires in"
      data={Object.entries(lives).map(([value, label]) => ({ value, label }))}
      allowDeselect={false}
      {...input}
    />
  );
}

/** The expiry of a token that is created now; null means never. */
export function endOf(life: string, now: number): string | null {
  return life === "never" ? null : new Date(now + Number(life) * dayMs).toISOString();
}
