import { Agent } from "undici"
import { checkedConnector, type CheckedConnectorOptions } from "./checkedConnector.ts"

/**
 * An agent that calls only where `checkedConnector` lets it. It speaks HTTP/1.1 alone, and says so: while HTTP/2 is
 * possible undici lets one connection to an https origin find out, and everything else to it waits.
 */
export const checkedAgent = (
  connector: CheckedConnectorOptions,
  options: Pick<Agent.Options, "pipelining"> = {}
): Agent => new Agent({ ...options, connect: checkedConnector(connector), allowH2: false })
