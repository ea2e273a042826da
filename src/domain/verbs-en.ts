/**
 * English verbs as far as rewriting a first person needs them. Written by hand: verbs people use about themselves. A
 * word that is not here is no verb to us, and the sentence is quoted instead of rewritten.
 */

/** base, past, participle (where it differs). */
const irregular = `be was been|have had|do did done|go went gone|get got gotten|make made|know knew known|think thought|take took taken|see saw seen
come came come|give gave given|find found|tell told|feel felt|become became become|leave left|bring brought|begin began begun|keep kept|hold held|write wrote written
stand stood|hear heard|mean meant|meet met|run ran run|pay paid|sit sat|speak spoke spoken|lead led|grow grew grown|lose lost|fall fell fallen|send sent|build built
understand understood|draw drew drawn|break broke broken|spend spent|rise rose risen|drive drove driven|buy bought|wear wore worn|choose chose chosen|eat ate eaten
drink drank drunk|fly flew flown|sing sang sung|swim swam swum|teach taught|catch caught|fight fought|sell sold|sleep slept|win won|ride rode ridden|forget forgot forgotten
throw threw thrown|bite bit bitten|blow blew blown|feed fed|hide hid hidden|lend lent|lie lay lain|ring rang rung|seek sought|shake shook shaken|shoot shot|show showed shown
sink sank sunk|steal stole stolen|stick stuck|strike struck|swear swore sworn|tear tore torn|wake woke woken|weep wept|wind wound|withdraw withdrew withdrawn|freeze froze frozen
forgive forgave forgiven|overcome overcame overcome|undergo underwent undergone|deal dealt|dig dug|dream dreamt|burn burnt|learn learnt|spell spelt|hang hung|say said|bend bent|bind bound|breed bred
creep crept|flee fled|foresee foresaw foreseen|grind ground|kneel knelt|mistake mistook mistaken|oversee oversaw overseen|retell retold|rewrite rewrote rewritten|slide slid|spin spun|swing swung|outgrow outgrew outgrown`;

/** Past and present look alike; only the rest of the sentence tells. */
const unchanging =
  "put cut hit set let cost hurt quit split spread shut read beat bet burst cast shed upset reset broadcast";

const regular = `accept ache achieve acknowledge act adapt add adjust admire admit adopt adore advise afford agree aim allow analyse analyze answer apologise apologize appear apply
appreciate approve argue arrange arrive ask assist assume attach attend avoid back bake balance bank base bathe behave believe belong bike block board book boil borrow brew browse brush
call camp cancel care carry celebrate change charge chat check chew claim clean climb close coach code collect combine commit commute compare compete complain complete concentrate confirm
consider consult consume contact continue contribute control convert cook cope copy correct count cover crave create cross cry cure cycle dance date debug decide declare decline deliver demand
depart depend deploy describe deserve design despise detest develop die diet dine direct disagree disconnect discover discuss dislike dive divorce document donate double doubt download drop dye earn
edit email employ enable encounter end engage enjoy enroll enrol ensure enter equip escape estimate evaluate examine exchange exercise exist expect experience explain explore export express extend face
fail fancy fast favor favour fear file fill film finish fish fit fix focus follow force foster freelance function gain garden gather graduate grill guard guess guide handle happen hate head heal
help hike hire hope host hunt identify ignore imagine implement import improve include increase inform inherit insist install intend interview introduce invest invite iron itch jog join joke judge jump
juggle kayak kick kiss knit knock label lack land last laugh launch lease lecture lift like limit link list listen live load loathe locate log long look love maintain major manage mark marry
matter measure mentor merge migrate mind miss mix model monitor mount move multiply need note notice nurse obey object observe obtain offer open operate oppose order organise organize outline owe own
pack paint park participate pass perform persist phone photograph pick plan plant play plug point post practice practise pray prefer prepare present press pretend prevent print process produce program
promise pronounce propose protect provide publish pull purchase push qualify question race raise reach react realise realize receive recognise recognize recommend record recover recycle reduce refer
refuse regret reject relate relax release rely relocate remain remember remind remove renew rent repair repeat replace reply report represent request require research reserve resign resist respect respond rest
retire return reuse reveal review risk roast row rule rush sail sample save schedule score scream search separate serve settle sew share shave ship shop shout shower sign skate ski skip smell smile
smoke sneeze snore solve sort sound specialise specialize sponsor start stay stop store stream stress stretch struggle study subscribe succeed suffer suggest supervise supply support suppose surf survive
suspect switch talk tan taste tattoo taxi test text thank tidy tie tolerate touch tour trade train translate transfer travel treat trek trust try turn tutor type update upgrade upload urge use value visit
volunteer vote wait walk want warn wash waste watch weigh welcome whistle wish wonder work worry wrap yell zip`;

const pasts = new Map<string, string>();
const bases = new Set<string>();
const pastForms = new Set<string>();
const participles = new Set<string>();

for (const entry of irregular.split(/[|\n]/u)) {
  const [base, past, participle] = entry.trim().split(" ");
  if (base === undefined || past === undefined) continue;
  bases.add(base);
  pasts.set(past, base);
  pastForms.add(past);
  participles.add(participle ?? past);
}
const UNCHANGING: ReadonlySet<string> = new Set(unchanging.split(" "));
for (const base of UNCHANGING) bases.add(base);
for (const base of regular.split(/\s+/u)) {
  bases.add(base);
  for (const past of regularPasts(base)) {
    pastForms.add(past);
    participles.add(past);
  }
}
for (const both of ["dreamed", "burned", "learned", "spelled"]) pastForms.add(both);

function regularPasts(base: string): string[] {
  if (base.endsWith("e")) return [`${base}d`];
  if (/[^aeiou]y$/u.test(base)) return [`${base.slice(0, -1)}ied`];
  return [`${base}ed`, `${base}${base.at(-1)}ed`]; // travelled, planned: either spelling is read
}

/** Bases that are as often nouns: after "and" they may be either. */
const alsoNouns = `work run walk fly fish love dance cook paint drink play travel exercise plan need hike sleep sail ride drive shop swim surf ski row camp cycle rest smoke study visit trade train test text talk
type use watch wish worry help hope hunt iron joke jump kiss look move note offer order park pay pick plant post present press print process program promise question race record report request research review
risk rule sample save score search share ship show smell smile sound start stay stop store stream stress stretch struggle support switch taste tour touch treat trust turn vote wait want wash waste welcome
wonder answer ache act aim back bank base bike board book brew brush call care change charge chat check claim climb coach code control copy count cover cross cry cure date deal decline demand design diet dive
doubt dream drop end escape estimate exchange experience export face fail fast favor favour fear file fill film fit fix focus force function gain garden grill guard guess guide hate head host import increase
interview itch judge kayak kick label lack land last laugh launch lease lecture lift light like limit link list load log long major mark matter measure mind miss mix model mount nurse object pass phone photograph
pull purchase push raise reach release remain rent repair reply respect return sense set cut hit cost hurt split spread cast upset reset feed fight lead leave lie meet ring
rise shake shoot sink spin stand stick strike swing taxi tattoo tan tie trek update upgrade value volunteer whistle yell zip bite blow break build catch draw dig fall feel grind 
 run slide spell swear take tear throw win wind`;
const NOUNS: ReadonlySet<string> = new Set(alsoNouns.split(/\s+/u));

/** A verb in its base form ("go"). */
export const isBaseVerb = (word: string): boolean => bases.has(word);
/** A finite past form ("went", "moved"). */
export const isPastVerb = (word: string): boolean => pastForms.has(word);
/** A past participle ("gone", "moved"). */
export const isParticiple = (word: string): boolean => participles.has(word) || UNCHANGING.has(word);
/** "read", "put": present and past at once. */
export const isUnchangingVerb = (word: string): boolean => UNCHANGING.has(word);
/** A base that may be a noun as well ("work"). */
export const mayBeNoun = (word: string): boolean => NOUNS.has(word);

const thirds = new Map([
  ["be", "is"],
  ["am", "is"],
  ["are", "is"],
  ["have", "has"],
  ["do", "does"],
  ["go", "goes"],
  ["quit", "quits"],
  ["zip", "zips"],
]);

/** The third person singular of a base form: fly → flies, watch → watches. */
export function thirdPerson(base: string): string {
  const known = thirds.get(base);
  if (known !== undefined) return known;
  if (/[^aeiou]y$/u.test(base)) return `${base.slice(0, -1)}ies`;
  if (/(?:s|sh|ch|x|z|o)$/u.test(base)) return `${base}es`;
  return `${base}s`;
}

const thirdForms = new Set(Array.from(bases, thirdPerson));
/** A finite third person form ("flies", "is", "has"). */
export const isThirdVerb = (word: string): boolean => thirdForms.has(word);

const modals = `can could should would will shall may might must cannot can't couldn't shouldn't wouldn't won't shan't mightn't mustn't needn't`;
const MODALS: ReadonlySet<string> = new Set(modals.split(" "));
export const isModal = (word: string): boolean => MODALS.has(word);

/** Adverbs that may stand between a subject and its verb. */
const adverbs = `also always never ever often usually generally normally sometimes seldom rarely hardly barely still just now only even really actually currently already recently mostly mainly
probably definitely certainly honestly truly absolutely simply personally particularly especially strongly deeply secretly kinda once soon then too quite rather typically occasionally frequently
regularly constantly both all not finally eventually gladly usually temporarily permanently officially technically basically clearly obviously sincerely kindly specifically strictly`;
const ADVERBS: ReadonlySet<string> = new Set(adverbs.split(/\s+/u));
export const isAdverb = (word: string): boolean => ADVERBS.has(word);
