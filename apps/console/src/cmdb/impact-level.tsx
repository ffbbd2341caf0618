import type { Impact } from "@opsplane/contract";
import badges from "./badges.module.css";

const words: Record<Impact["level"], string> = {
  none: "No impact",
  low: "Low impact",
  medium: "Medium impact",
  high: "High impact",
  critical: "Critical impact",
};

export function ImpactLevel({ level, score }: { level: Impact["level"]; score: number }) {
  return (
    <span style={{ display: "inline-flex", alignItems: "center", gap: 8 }}>
      <span className={badges.criticality} data-criticality={level === "none" ? "low" : level}>
        {words[level]}
      </span>
      <span>
        score <b>{Math.round(score)}</b> <span className="dim">of 100</span>
      </span>
    </span>
  );
}
