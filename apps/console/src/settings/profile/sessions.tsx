import { Button } from "@mantine/core";
import { TimeText } from "../../time/time.tsx";
import { RowsSkeleton } from "../../ui/faces.tsx";
import { QueryFace } from "../../ui/query-face.tsx";
import classes from "../../ui/table.module.css";
import { TableHead } from "../../ui/table-head.tsx";
import { Tag } from "../../ui/tag.tsx";
import { useEndSession, useSessions } from "./queries.ts";

export function Sessions() {
  const sessions = useSessions();
  const end = useEndSession();
  return (
    <QueryFace query={sessions} loading={<RowsSkeleton rows={2} />}>
      {({ items }) => (
        <table className={classes.table}>
          <TableHead columns={["Where", "Last active"]} actions />
          <tbody>
            {items.map((session) => (
              <tr key={session.id}>
                <td>
                  <div className={classes.main}>
                    {browserIn(session.user_agent)} {session.current ? <Tag tone="good">this one</Tag> : null}
                  </div>
                  <div className={classes.sub} title={session.user_agent}>
                    {session.address}
                  </div>
                </td>
                <td className="dim">
                  <TimeText at={session.updated_at} />
                  <div className={classes.sub}>
                    since <TimeText at={session.created_at} as="short" />
                  </div>
                </td>
                <td className={classes.actions}>
                  {session.current ? null : (
                    <Button size="compact-sm" variant="default" onClick={() => end.mutate(session.id)}>
                      End
                    </Button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </QueryFace>
  );
}

const browsers = ["Edg", "Firefox", "Chrome", "Safari", "curl"];
const systems = ["Windows", "Android", "iPhone", "Mac OS X", "Linux"];

/** "Chrome on Linux": enough to recognize a device. The tooltip has the full text. */
function browserIn(userAgent: string): string {
  const browser = browsers.find((name) => userAgent.includes(name));
  const system = systems.find((name) => userAgent.includes(name));
  if (!browser) return userAgent.slice(0, 40) || "Unknown client";
  return `${browser === "Edg" ? "Edge" : browser}${system ? ` on ${system.replace("Mac OS X", "macOS")}` : ""}`;
}
