import { ENGLISH_STOP_WORDS } from "../stopwords.ts";

/** Words that are written with a capital without naming anyone: days, months, and what English sentences begin with. */
const WORDS = `
monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays mon tue wed
thu fri sat sun january february march april may june july august september october november december jan feb mar apr jun jul aug
sep sept oct nov dec spring summer autumn fall winter christmas easter thanksgiving halloween
user users assistant please yes no nope yep yeah yup ok okay oh ah aw aww wow whoa hey hi hello bye goodbye thanks thank thx ty
well sure absolutely definitely totally exactly certainly indeed right true great good nice cool awesome amazing wonderful
fantastic excellent perfect lovely sweet congrats congratulations cheers sorry sounds glad happy welcome haha lol woah woohoo yay omg gonna yo thankfully tons hmm uh um yay ouch
remember note english chinese mandarin always never sometimes usually often recently lately actually basically honestly hopefully luckily
unfortunately maybe perhaps probably anyway besides however although though since while because until unless after before during
today tomorrow yesterday tonight now later soon once first second third next last finally meanwhile still yet even
let lets look see say tell told ask give get got go going gone come came take took make made keep kept try tried find found put set
want wanted need needed like liked love loved hate prefer prefers know knew think thought feel felt hope wish guess mean believe
work works working worked play played start started stop help helped show shared share send sent call called book buy bought
read write wrote watch watched listen hear heard eat ate cook drink run ran walk talk talked speak meet met visit visited travel
live lives stay stayed move moved study learn learned teach change changed use used open close check book plan planned
having being doing getting making taking seeing trying looking keeping spending living learning playing reading writing
every everyone everybody everything someone somebody something anyone anybody anything nobody nothing none another other others
many much more most less few several lots plenty one two three four five six seven eight nine ten half
big small new old long short high low best better worse same different such kind
people friends family work life time day days week weeks month months year years morning afternoon evening night weekend
things stuff way part place home school job money food music art books games
also instead otherwise otherwise rather quite really very pretty almost enough especially mostly mainly
without within between across along around behind beside beyond despite except inside near onto outside past per than through
toward towards under until upon versus via
god jesus lord dr mr mrs ms miss sir madam prof professor id ids faq asap btw fyi imo pm am tv pc usb url api http https json sql css html
`;

const NO_NAMES: ReadonlySet<string> = new Set([...WORDS.trim().split(/\s+/u), ...ENGLISH_STOP_WORDS]);

/** True for a word that is no name however it is written; contractions count by what they begin with. */
export function isNoName(word: string): boolean {
  const plain = word.toLowerCase();
  if (NO_NAMES.has(plain)) return true;
  if (!/['’]/u.test(plain)) return false;
  const contracted = /^(\p{L}+?)(?:n['’]t|['’](?:m|re|ve|d|ll))$/u.exec(plain);
  return contracted !== null || /^(?:it|that|what|who|where|there|here|let|how|he|she)['’]s$/u.test(plain);
}

const JOINING: ReadonlySet<string> = new Set(
  `new big great good old little best high low long short small first second third last next home life time day night week year school
  work book books music art games money food friends family people place part way things city love happy open play live two three
  four five seven another summer winter spring fall autumn christmas lord god dr prof mr mrs ms miss sir`.split(/\s+/u),
);

/** True for a common word that may be part of a longer name: New York, Big Bend, Harry's Book Shop. */
export function joinsNames(word: string): boolean {
  return JOINING.has(word.toLowerCase());
}
