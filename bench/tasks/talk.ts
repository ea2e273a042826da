import type { Customer, Session } from "./customers.ts";
import { type Booking, type Desk, FORMS } from "./desk.ts";
import type { Outcome, Say } from "./run.ts";
import { CORRECTION, told, WISHES } from "./wishes.ts";

/** The first wish that the booking does not meet. */
function wrongIn(booking: Booking, { kind, wants }: Session) {
  return FORMS[kind].wishes.find((wish) => booking[wish] !== wants[wish]);
}

/**
 * A customer and an assistant that fills in the desk's forms: the customer says what they need, answers what they are
 * asked, corrects a booking that is wrong, and gives up when their patience ends or the desk is locked. Completed is a
 * session whose booking at the desk is what the customer wants.
 */
export async function talk(desk: Desk, { language }: Customer, session: Session, say: Say): Promise<Outcome> {
  let message = session.request;
  for (let turns = 1; ; turns++) {
    const answer = await say(message);
    const way = session.ways[turns % session.ways.length]!;
    const wrong = desk.booking === null ? undefined : wrongIn(desk.booking, session);
    if (desk.booking !== null && wrong === undefined) return { completed: true, turns };
    if (turns === session.patience || (desk.booking === null && desk.locked)) return { completed: false, turns };
    const asked = FORMS[session.kind].wishes.find((wish) => answer.includes(WISHES[wish].ask[language]));
    if (asked !== undefined) message = told(asked, session.wants[asked], language, way);
    else if (wrong !== undefined) message = CORRECTION[language](told(wrong, session.wants[wrong], language, way));
    else return { completed: false, turns };
  }
}
