import * as Duration from "effect/Duration"
import * as Result from "effect/Result"

/** The machine, and the effects of its commands. */
interface Machine<State, Message, Command> {
  readonly step: (state: State, message: Message) => readonly [State, ReadonlyArray<Command>]
  readonly execute: (command: Command) => unknown
  /** A step or a command threw: a mistake of ours. */
  readonly broken: (defect: unknown) => void
}

/**
 * Passes messages to a machine, one at a time. One that arrives while a command runs waits until the earlier commands have
 * run.
 */
export const stepping = <State, Message, Command>(
  first: State,
  { broken, execute, step }: Machine<State, Message, Command>
): ((message: Message) => void) => {
  const messages: Array<Message> = []
  let state = first
  let isStepping = false
  return (message) => {
    messages.push(message)
    if (isStepping) return
    isStepping = true
    const stepped = Result.try(() => {
      for (let next = messages.shift(); next !== undefined; next = messages.shift()) {
        const [after, commands] = step(state, next)
        state = after
        for (const command of commands) execute(command)
      }
    })
    isStepping = false
    if (Result.isFailure(stepped)) broken(stepped.failure)
  }
}

/** Passes a message on when its time is over. A new message replaces the one that waits. */
export const timer = <Message>(dispatch: (message: Message) => void) => {
  let timeout: NodeJS.Timeout | undefined
  const clear = () => clearTimeout(timeout)
  return {
    clear,
    set: (after: Duration.Duration, message: Message) => {
      clear()
      timeout = setTimeout(dispatch, Duration.toMillis(after), message)
    }
  }
}
