/** The places that cursors stand for: an entity, by its id, or a number. */
const place = /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9]{1,18})$/

/** The cursor of an example is one that the service could have given out, so that a tool that sends it isn't refused. */
export default function exampleCursor(cursor) {
  if (typeof cursor !== "string" || place.test(Buffer.from(cursor, "base64url").toString())) return []
  return [{ message: "The example is no cursor that the service takes." }]
}
