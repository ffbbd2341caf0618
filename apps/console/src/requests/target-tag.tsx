import { absoluteTime } from "../time/format.ts";
import { useClock } from "../time/time.tsx";
import { Tag } from "../ui/tag.tsx";
import { targetOf } from "./target.ts";

export function TargetTag({ request }: { request: Parameters<typeof targetOf>[0] }) {
  const { now, mode } = useClock();
  const target = targetOf(request, now);
  if (!target) return null;
  return (
    <span title={request.target_at ? absoluteTime(request.target_at, mode) : undefined}>
      <Tag tone={target.tone}>{target.words}</Tag>
    </span>
  );
}
