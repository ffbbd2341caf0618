import type { Permission } from "@opsplane/contract";
import { ForbiddenFace } from "./faces.tsx";
import { HiddenHeading } from "./page-header.tsx";

export function ForbiddenPage({ title, needs }: { title: string; needs: Permission }) {
  return (
    <>
      <HiddenHeading title={title} />
      <ForbiddenFace needs={needs} />
    </>
  );
}
