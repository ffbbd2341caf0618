import { useLocalStorage } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef } from "react";
import { useApi } from "../../api/api.tsx";
import { useConnection } from "../../live/live.tsx";
import { useCan, useProfile } from "../../session/context.tsx";
import { mineKey } from "../paging/queries.ts";
import { notify, onNotificationClick, withdraw } from "./notification.ts";
import { type Ring, ringsOf } from "./ring-rules.ts";
import { ringAloud } from "./sound.ts";
import { markTitle } from "./tab-title.ts";

/** An open console rings when its person is paged: a notification, a sound, and the title of the tab. */
export function RingProvider({ children }: { children: ReactNode }) {
  const can = useCan();
  const { modules } = useProfile();
  return (
    <>
      {can("oncall:read") && modules.includes("incidents") ? <Ringer /> : null}
      {children}
    </>
  );
}

/** Shared by the tabs of this browser. */
export function useMuted() {
  const [muted, setMuted] = useLocalStorage({
    key: "opsplane-ring-muted",
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  return { muted, setMuted };
}

const maxSeen = 50;

function Ringer() {
  const { user } = useProfile();
  const { history } = useRouter();
  const rings = useRings(user.id);
  const { muted } = useMuted();
  const [seen, setSeen] = useLocalStorage<string[]>({
    key: `opsplane-rings-seen-${user.id}`,
    defaultValue: [],
    getInitialValueInEffect: false,
  });
  const ringing = rings.filter(({ key }) => !seen.includes(key));
  const keys = ringing.map(({ key }) => key).join(" ");
  const title = ringing[0]?.title;

  useEffect(() => onNotificationClick((path) => history.push(path)), [history]);
  useNotifications(rings, ringing, (path) => history.push(path));
  useEffect(() => (title === undefined ? undefined : markTitle(title)), [title]);
  useEffect(() => {
    if (keys === "" || muted) return;
    const quiet = new AbortController();
    // A browser without sound still shows the title.
    void ringAloud(`opsplane-ring:${user.id}`, quiet.signal).catch(() => undefined);
    return () => quiet.abort();
  }, [keys, muted, user.id]);
  useEffect(() => {
    if (keys === "") return;
    return whenLookedAt(() => setSeen((known) => [...known, ...keys.split(" ")].slice(-maxSeen)));
  }, [keys, setSeen]);
  return null;
}

/** Read when the live stream says that a page changed. */
function useRings(userId: string): Ring[] {
  const api = useApi();
  const { status } = useConnection();
  const { data } = useQuery({
    queryKey: mineKey,
    queryFn: ({ signal }) => api.oncall.mine({}, { signal }),
    enabled: status === "live",
  });
  return ringsOf(data?.pages ?? [], userId);
}

function useNotifications(open: readonly Ring[], ringing: readonly Ring[], follow: (path: string) => void) {
  const shown = useRef(new Set<string>());
  const tags = useRef(new Set<string>());
  useEffect(() => {
    for (const ring of ringing) {
      if (shown.current.has(ring.key)) continue;
      shown.current.add(ring.key);
      tags.current.add(ring.tag);
      void notify(ring, follow).catch(() => undefined);
    }
    for (const tag of [...tags.current]) {
      if (open.some((ring) => ring.tag === tag)) continue;
      tags.current.delete(tag);
      void withdraw(tag).catch(() => undefined);
    }
  });
}

/** Keys and clicks count only after this time, because someone who types does not look up at once. */
const typingMs = 2_000;

/** Calls back when someone comes to this tab, or goes on to use it. */
function whenLookedAt(look: () => void): () => void {
  const since = Date.now();
  const came = () => {
    if (document.visibilityState === "visible") look();
  };
  const used = () => {
    if (Date.now() - since > typingMs) look();
  };
  window.addEventListener("focus", came);
  document.addEventListener("visibilitychange", came);
  window.addEventListener("pointerdown", used);
  window.addEventListener("keydown", used);
  return () => {
    window.removeEventListener("focus", came);
    document.removeEventListener("visibilitychange", came);
    window.removeEventListener("pointerdown", used);
    window.removeEventListener("keydown", used);
  };
}
