import { Webhook } from "standardwebhooks"

/** Whether a delivery's signature is this secret's, by npm's `standardwebhooks`, as partners verify it. */
export const verifies = (
  secret: string,
  { headers, raw }: { readonly raw: string; readonly headers: object }
): boolean => {
  try {
    new Webhook(secret).verify(raw, { ...headers } as Record<string, string>)
    return true
  } catch {
    return false
  }
}
