// A session that is followed on a fake clock, at a merchant with scripted answers.
import { followSession } from '../../../src/checkout/follow-session.ts'
import type { Fault } from '../../../src/protocol/fault.ts'
import type { Session } from '../../../src/protocol/session.ts'
import { type FakeClock, fakeClock } from '../../support/fake-clock.ts'
import { type FakeMerchant, fakeMerchant } from '../../support/fake-merchant.ts'
import { aSession } from '../../support/sessions.ts'

export interface StartedFollowing {
  readonly clock: FakeClock
  readonly read: FakeMerchant['read']
  readonly troubles: readonly (Fault | null)[]
  readonly lost: readonly Fault[]
  /** The request of each read. */
  asked(): { readonly etag: string | null; readonly waitSeconds: number }[]
  /** The statuses passed to `onRead`, in order. */
  statuses(): string[]
  /** Milliseconds between one read and the next. */
  pauses(): number[]
  /** Called for each session, in addition to storing its status. */
  onRead: (session: Session) => void
  /** Whether the tab is hidden. */
  isHidden: boolean
  check(): void
  stop(): void
}

/** Follows cs_1, known as CREATED unless `session` says otherwise. */
export function follow({ session = aSession() as Session | null } = {}): StartedFollowing {
  const clock = fakeClock()
  const { api, read } = fakeMerchant()
  const emitted: Session[] = []
  const askedAt: number[] = []
  const troubles: (Fault | null)[] = []
  const lost: Fault[] = []
  const following = followSession({
    id: 'cs_1',
    session,
    kind: 'payin',
    clock,
    random: () => 0.5,
    isHidden: () => started.isHidden,
    api: {
      ...api,
      read(id, request) {
        askedAt.push(clock.now())
        return api.read(id, request)
      },
    },
    onRead(session) {
      emitted.push(session)
      started.onRead(session)
    },
    onTrouble: (trouble) => void troubles.push(trouble),
    onLost: (fault) => void lost.push(fault),
  })
  const started: StartedFollowing = {
    clock,
    read,
    troubles,
    lost,
    asked: () => read.calls.map(({ request: { etag, waitSeconds } }) => ({ etag, waitSeconds })),
    statuses: () => emitted.map(({ status }) => status),
    pauses: () => askedAt.slice(1).map((at, index) => at - (askedAt[index] ?? 0)),
    onRead: () => {},
    isHidden: false,
    check: () => following.check(),
    stop: () => following.stop(),
  }
  return started
}
