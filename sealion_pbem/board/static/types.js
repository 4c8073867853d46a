/**
 * The words of the page and the server; docs/board.md says what they mean.
 *
 * @typedef {{name: string, seat: string, place: string, what: string, values: string, note: string,
 *   reduced: boolean, aboard: string}} Unit
 * @typedef {[string, Object<string, string>, ...any]} Tree
 * @typedef {{placed: [number, number, number, string][], units: Object<string, Unit>, held: Tree, marks: Tree}} Shown
 * @typedef {{kind: string, x: number, y: number, title: string, words: string[], sites: string[],
 *   frame?: number[], outline?: number[][]}} Place
 * @typedef {{title: string, view: number[], hex: number, places: Object<string, Place>,
 *   seats: Object<string, string>, loose: Tree}} Scene
 * @typedef {{faces: number, row: number, edge: number}} Sheet
 * @typedef {{part: string, turn: string, date: string, facts: string[][], coming: string[][], seat: string,
 *   prompt: string, rule: string, sequence: {name: string, now: boolean}[], result?: string, is_supposed?: boolean, shown: Shown}} Position
 * @typedef {{member: string, value: any, label: string, cost?: number, price?: string, rule?: string,
 *   notes?: string[], turn?: number}} Choice
 * @typedef {{rule: string, code: string, text: string, at?: string}} Violation
 * @typedef {{chance: string, result: string, lost: Object<string, number>, facts: string[], place?: string}} Case
 * @typedef {{kind: string, title: string, rule: string, about: string, method: string, assumes: string[],
 *   cases: Case[], clash?: Clash}} Forecast
 * @typedef {{seat: string, role: string, total?: string, lines: {name: string, value?: string, note?: string}[]}} Force
 * @typedef {{forces: Force[], dice?: string, column?: string, factors?: {name: string, rule: string, value: number}[],
 *   result?: string, outcome?: string[]}} Clash
 * @typedef {Object<string, any>} Order
 * @typedef {{partial: Order, order: Order|null, said: string, refused: Violation[], missing: Violation|null,
 *   shapes: Object<string, string>, choices: Choice[], forecasts: Forecast[]}} Menu
 * @typedef {{kind: string, label: string, rule: string, units: string[], complete: boolean}} Kind
 * @typedef {{seat: string, decision: string, rule: string, title: string, prompt: string, kinds: Kind[],
 *   not_yet: {kind: string, text: string, rule: string}[]}} Asked
 * @typedef {{supposition: Order, text: string, chance: string|null}} Way
 * @typedef {{at: string, rule: string, prompt: string, ways: Way[]}} Fork
 * @typedef {{text: string, when: string, state: string, faults: Violation[]}} Line
 * @typedef {{orders: Order[], supposes?: Order[], standing_orders?: Order[], drop_queued?: boolean,
 *   message?: string, seat: string, seq: number}} Draft
 * @typedef {{version: string, draft: Draft, count: number, lines: Line[], standing: string[], refused: string[],
 *   story: {text: string, cost: string}[], notes: string[], dangers: string[], needs_dice: string,
 *   forecasts: Forecast[], fork: Fork|null, supposed: Order[], blind: number|null, asked: Asked|null,
 *   position: Position, sheet: Sheet}} Led
 * @typedef {{kind: string, label: string, partial: Order, complete: boolean, choices: Choice[]}} Reach
 * @typedef {{kind: string, label: string, text: string, rule: string}} Why
 * @typedef {{seq: number, by: string, waits_for: string, is_own: boolean, file: string}} Pending
 * @typedef {{name: string, game: string, seats: string[], own: string[], observes: boolean, head: string,
 *   pending: Pending|null, alone: {commanded: string[], due: string, back: {seq: number, by: string}|null, stands: string}|null,
 *   is_new: boolean, scene: Scene, now: Position, orders: Led|null, sheet: Sheet}} Table
 * @typedef {{seq: number, by: string, part: string, turn: number}} StepTitle
 * @typedef {{title: string, rule: string, clashes: Clash[], luck: {seat: string, lost: number, expected: string}[]}} Card
 * @typedef {{seq: number, by: string, message: string, part: string, story: {text: string, cost: string}[],
 *   dice: {for: string, rule: string, faces: number[]}[], cards: Card[], shown: Shown, sheet: Sheet, news?: string}} Step
 * @typedef {{name: string, seat: string, rule: string, places: string[], who: Object<string, string[]>}} Layer
 * @typedef {{facts: {name: string, text: string, rule: string}[],
 *   lines: {name: string, seat: string, rule: string, places: string[], text: string}[],
 *   covers: {name: string, seat: string, rule: string, who: string[]}[]}} Looked
 * @typedef {{place: string, groups: {what: string, values: string, units: string[], places: string[]}[]}} Box
 * @typedef {{values?: {name: string, value: string, source: string}[], file?: string, row?: number, note?: string,
 *   count_source?: string}} Sources
 * @typedef {{set_ups: {name: string, text: string, orders: Order[]}[],
 *   books: {name: string, lines: string[], standing_orders: Order[]}[],
 *   decisions: {kind: string, label: string, policies: {name: string, text: string}[]}[],
 *   standing_orders: Order[]}} Prepared
 * @typedef {{kind: string, seq: number, by: string, file: string, path: string, data: string, to: string, story?: string[]}} Sent
 * @typedef {{name: string, path: string, to: string[], addresses: string[], subject: string, mail: string}} MailDraft
 * @typedef {{to: string, reason: string}} Parcel
 * @typedef {{table: string, folder: string, fault: string, name: string, game: string, part: string,
 *   entries: number, waits: string}} Listed
 */
export {};
