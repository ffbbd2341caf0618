/** A shell script that sends one signed webhook, as Standard Webhooks signs it. */
export function signedCall(url: string, secret: string): string {
  return `SECRET='${secret}'
BODY='{"title":"Disk full"}'
ID="msg-$(date +%s)-$$"
TIME=$(date +%s)
KEY=$(printf %s "\${SECRET#whsec_}" | openssl base64 -d -A | od -An -vtx1 | tr -d ' \\n')
SIGN=$(printf '%s.%s.%s' "$ID" "$TIME" "$BODY" | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$KEY" -binary | openssl base64 -A)
curl -sS '${url}' -d "$BODY" -H 'content-type: application/json' \\
  -H "webhook-id: $ID" -H "webhook-timestamp: $TIME" -H "webhook-signature: v1,$SIGN"`;
}
