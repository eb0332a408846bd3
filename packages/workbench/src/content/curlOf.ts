import type { RawCall } from "./Message.ts"

/** The call as a command line for a POSIX shell, with a placeholder for each key and each masked value. */
export const curlOf = ({ method, url }: RawCall): string =>
  `curl -X ${method} '${url.replace(/[?#'].*$/, "")}'`
