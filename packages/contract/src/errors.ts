import { Type } from "typebox";

/** Every error code of the API, with its HTTP status. */
export const errorStatus = {
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  VALIDATION_ERROR: 422,
  RATE_LIMIT: 429,
  ERROR: 500,
  INVALID_TRANSITION: 400,
  QUOTA_EXCEEDED: 402,
  CONFLICT: 409,
  PASSWORD_CHANGE_REQUIRED: 403,
  FEATURE_DISABLED: 403,
  LICENSE_GRACE: 403,
  LICENSE_READ_ONLY: 403,
  LICENSE_LOCKED: 403,
  LICENSE_INVALID: 403,
  SUBSCRIPTION_PAST_DUE: 402,
  SUBSCRIPTION_SUSPENDED: 402,
  UNAVAILABLE: 503,
} as const;

export type ErrorCode = keyof typeof errorStatus;

export interface ErrorDetail {
  path: string;
  message: string;
}

export const ErrorBody = Type.Object({
  error: Type.String({ description: "A message that says what is wrong and what to do" }),
  code: Type.Unsafe<ErrorCode>({ type: "string", enum: Object.keys(errorStatus) }),
  trace_id: Type.String({ description: "W3C trace id of the request, also in the header x-trace-id" }),
  details: Type.Optional(Type.Array(Type.Object({ path: Type.String(), message: Type.String() }))),
});
