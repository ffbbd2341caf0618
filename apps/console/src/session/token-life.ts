const marginMs = 45_000;

/**
 * How long a new access token can be used. It is computed from the token's own `iat` and `exp`, so that a wrong clock on this
 * machine does not matter.
 */
export function usableForMs(token: string, expiresAt: string, now: number): number {
  const life = lifeOf(token) ?? Date.parse(expiresAt) - now;
  return Math.max(life - Math.min(marginMs, life / 3), 1_000);
}

function lifeOf(token: string): number | undefined {
  try {
    const payload = (token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/");
    const claims: unknown = JSON.parse(atob(payload));
    if (typeof claims !== "object" || claims === null || !("exp" in claims) || !("iat" in claims)) return undefined;
    const life = (Number(claims.exp) - Number(claims.iat)) * 1000;
    return Number.isFinite(life) ? life : undefined;
  } catch {
    return undefined;
  }
}
