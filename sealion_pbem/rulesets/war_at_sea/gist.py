"""What rules and rulings say, each in a few sentences of our own."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["GISTS"]

GISTS: Mapping[str, str] = {
    "1.1": (
        "Fleets are built in secret, a die chooses the battle zone, a coin who sets up first; he "
        "chooses an end of the map. Half-sectors at the sides are no part of the map."
    ),
    "1.1.1": "At most 100 points and 15 units, sealed before anything of the other fleet is seen.",
    "1.1.2": "One die chooses zone 1 to 6, with its islands and its three objectives.",
    "1.1.3": "The winner of the coin sets up first; that has nothing to do with the first player.",
    "1.1.4": (
        "Ships are set up on the edge rank of their end, Submarines anywhere in its half, neither "
        "on islands or shoals; Aircraft on a Carrier of the fleet or at the land airbase."
    ),
    "1.1.5": "The second does the same at the other end.",
    "1.2": "A fleet holds units of one side, of any of its nations.",
    "1.3": "You score the cost of every enemy unit you destroy, and 50 for each objective.",
    "1.3.1": "Who has 150 points at the End of Turn wins; if both have, the higher score.",
    "1.3.2": "Who has no unit left at the end of a phase has lost at once.",
    "1.3.3": (
        "A Ship of yours in the sector and no enemy Ship in it or next to it. Submarines and "
        "Aircraft neither control nor prevent."
    ),
    "1.3.4": "The player whose remaining units cost more wins.",
    "2.1": (
        "A card has dice for each attack and range, armor, vital armor and hull points. No dice at a "
        "range means no attack there. Only ASW attacks a Submarine, unless an ability says otherwise."
    ),
    "2.2": "A fleet is a list of cards for at most 100 points and at most 15 units.",
    "3.0": (
        "Initiative, sea movement, air missions, air defense, air attack, surface attack, torpedo "
        "attack, air return, end of turn. What happens in one phase happens at the same time: who is "
        "destroyed in it still acts in it."
    ),
    "3.1": (
        "Two dice and the best flagship bonus of a Ship that is not crippled. The higher total wins, "
        "then the better bonus, then both roll again. The winner is the second player."
    ),
    "3.2": "The first player moves his Ships and Submarines, each at most once, then the second.",
    "3.3": (
        "The players place one ready Aircraft after another, in any sector of the map, at most four "
        "of a player in one."
    ),
    "3.4": "Each unit with an Antiair value may attack one enemy Aircraft in its sector, once.",
    "3.5": "Each placed Aircraft that is not aborted makes one attack, whatever kinds it has.",
    "3.6": "A Ship uses its Gunnery, each battery once, or its ASW, not both.",
    "3.7": "Each Ship and Submarine may fire its torpedoes once at an enemy Ship.",
    "3.8": (
        "All placed Aircraft go to a Carrier or to the land airbase, where they rearm; who lay there "
        "rearming is ready again."
    ),
    "3.9": "Objectives are claimed, points added, a winner looked for; then smoke is removed.",
    "4.1": "As many sectors as the speed says, one after another; nobody need move.",
    "4.2": (
        "Two Ships, one Submarine and four Aircraft of a player in a sector. Who enters needs room "
        "at that moment, also if he only passes."
    ),
    "4.3": "Islands and shoals close a sector; islands, fog, squalls and smoke block sight.",
    "4.3.1": "No Ship or Submarine enters, and no sight line passes.",
    "4.3.2": "No Ship or Submarine enters; sight is free.",
    "4.3.3": "They do not hinder movement, and fill their sector for sight.",
    "5.1": (
        "The dice of an attack are its value at the range, and those that abilities and conditions "
        "add or take; at least one is rolled."
    ),
    "5.2": (
        "4 and 5 are one success, 6 is two; modifiers are added to each die, but a natural 6 is "
        "always two. Torpedo dice are never modified: a 6 is a hit."
    ),
    "5.2.1": (
        "Armor as printed, with abilities, less one if the target was crippled when the phase began; "
        "at least 1, and vital armor at least as high."
    ),
    "5.3": "Every attack at range 1 or more needs a free sight line; units never block.",
    "5.3.1": "It runs from centre to centre, and crosses the sectors in which it has points.",
    "5.3.2": (
        "Islands, fog, squalls and smoke block where the line crosses; along a side both sectors "
        "must block. Corners are nothing."
    ),
    "5.3.3": "Nobody sees out of or into an island sector; from fog, squall or smoke one sees out.",
    "5.3.4": (
        "A Ship in fog, a squall or smoke rolls a die if Gunnery, bombs or torpedoes have any "
        "effect: 5 or 6 cancels the attack, from its own sector only 6."
    ),
    "6.1": "Armor reached, vital armor not: one hull point is lost. Each torpedo hit takes two.",
    "6.2": "An Aircraft whose armor is reached attacks no more in this turn and is left alone.",
    "6.3": (
        "One hull point of several is left: speed and armor are 1 lower, every die has -1, torpedoes "
        "have a die less, and the flag does not count."
    ),
    "6.4": "No hull points left, or vital armor reached by one attack; its cost is scored.",
    "6.5": "Damage is added up and takes effect at the end of the phase, for both together.",
    "7.1": "A Carrier bases as many carrier-capable Aircraft as its capacity says; always ready.",
    "7.2": (
        "It lies beside the map, bases five Aircraft, and cannot be attacked. Who returns there "
        "rests for a turn."
    ),
    "7.3": "A die for every Aircraft that was based on it: 1 destroys. The others have no base.",
    "7.4": "It is destroyed, and the opponent scores it.",
    "8.0": "A prohibition beats a permission, and an ability works until its unit is destroyed.",
    "8.1": "Enemy Fighters have -1 on each die at a Bomber in the sector of this Fighter.",
    "8.2": "The main guns reach range 4.",
    "8.3": "The main guns have a die more at range 3 and 4.",
    "8.4": "The main guns ignore cover at range 1 or more, not a blocked sight line.",
    "8.5": "Vital armor is 1 lower against bombs, and against guns at range 3 or 4.",
    "8.6": "The first hit of a torpedo attack takes one hull point only.",
    "8.7": "Armor and vital armor are 1 higher against bombs.",
    "8.8": "The first time it would be destroyed, 5 or 6 leaves it one hull point.",
    "8.9": "The main guns fire twice, at two targets; the second time with -1 on each die.",
    "8.10": "Two Antiair attacks, on two Aircraft.",
    "8.11": "It may be one of three Ships in a sector.",
    "8.12": "It lays smoke after its movement, and then fires no guns in this turn.",
    "8.13": "It enters islands and shoals, but is not set up there.",
    "8.14": "ASW also at range 1, with a die less and without sight.",
    "8.15": "+1 on each die of ASW.",
    "8.16": "Armor is 1 higher against ASW of Ships.",
    "8.17": "Its torpedoes also attack Submarines, at range 0 or 1.",
    "8.18": "+1 on each die of guns and bombs at Auxiliaries.",
    "8.19": "A die more at Fighters.",
    "8.20": "Aborted, it may still drop its bomb or torpedo, with a die less.",
    "8.21": "Its torpedoes ignore Torpedo Bulges.",
    "9.1": "Chapters 1 to 8 as they stand.",
    "9.2": "Five merchants cross the map; three that leave it win for the escort (R-48).",
    "9.3": "200 points and 20 units each; objectives are worth 100, and 300 points win (R-49).",
    "9.4": "A charter may set points, zone, year, theatre and exercise; all else stays.",
    "9.5": "Units of a later year are not allowed.",
    "9.6": "Only nations of the theatre, and every named ship once.",
    "P.1": "Axis and allied; in every turn one of them is the first player.",
    "P.2": "Seat, card and number, as allied-us_fletcher-2; numbers follow the list of the fleet.",
    "P.3": (
        "A plan lists Aircraft, each with one to four places: a sector, or a unit, which means where "
        "it is then. Each placing takes the first entry that is possible. A plan that cannot be read "
        "is empty."
    ),
    "P.4": (
        "An attack or return that dice have made impossible lapses alone; what was impossible when "
        "it was signed is refused."
    ),
    "P.5": "Done ends a step; a step in which nothing can be done is not asked.",
    "R-1": (
        "Each sector has six neighbours, as hexes have. Of CCRR, CC is the rank, 1 in the west to 10 "
        "in the east, RR the place in it; odd ranks stand half a sector south."
    ),
    "R-2": "Odd ranks have places 1 to 8, even ones 2 to 8; 1 and 9 of even ranks are halves.",
    "R-3": "Beside 0101 in the west and 1008 in the east, off the map.",
    "R-4": "One die from 1 to 6, or the charter fixes it.",
    "R-5": "Six zones of our own; both ends are about equally far from their objectives.",
    "R-6": "One die: 1 to 3 the Axis, 4 to 6 the Allies.",
    "R-7": "Whoever sets up first.",
    "R-8": (
        "Allowed, spread evenly: no third Ship in a sector while another of the rank has fewer than "
        "two. The first Sea Movement step does not end before stacking is right."
    ),
    "R-9": (
        "Nobody on shoals or islands, Shallow Draft or not. All Aircraft of a fleet must find a base."
    ),
    "R-10": "Any number; with a theatre each named Ship and Submarine once.",
    "R-11": "Its owner has lost when it is opened; opened first, the other fleet is not looked at.",
    "R-12": "Both roll together, the Axis first; each further roll has its own label.",
    "R-13": "Forbidden: who enters needs room.",
    "R-14": "No: one order with its whole path.",
    "R-15": "Allowed; every sector that is entered counts.",
    "R-16": "After the Ship moved; one screen in a sector, from the end of the step on.",
    "R-17": "No. Who passes is done for the phase, and the other goes on.",
    "R-18": "Plans, which take four files a turn, or one Aircraft in each file as in the book.",
    "R-19": "Aircraft at bases and aboard count for no sector.",
    "R-20": "Allowed.",
    "R-21": "All that have a value, Bombers too, placed in the sector of their target.",
    "R-22": "In Air Defense and in Air Attack; a charter may allow one attack in a turn.",
    "R-23": "No second attack on an Aircraft that is aborted.",
    "R-24": (
        "The first target of the list that is still legal is attacked; if dice have left none, the "
        "order lapses. Attacks are made in the order in which they are written."
    ),
    "R-25": "Main, secondary and tertiary guns may fire at different Ships.",
    "R-26": "They add up; a natural 6 is always two successes.",
    "R-27": "If the card has a value at the range, at least one die is rolled.",
    "R-28": "The fewest steps over the grid, also over islands, shoals and half-sectors.",
    "R-29": "All at range 1 or more, torpedoes too; not Hedgehog.",
    "R-30": "Blocked if both sectors block; a charter may say either.",
    "R-31": "5 or 6 saves a Ship in fog, squall or smoke, from its own sector 6.",
    "R-32": "An island fills its sector; no sight leads into it or out of it.",
    "R-33": "Twice the armor is still one hull point.",
    "R-34": "Destroyed.",
    "R-35": "It is no target any more in this phase; the die of a Survivor is left aside.",
    "R-36": "Slower, weaker and less protected, as 6.3 says.",
    "R-37": "They are never crippled.",
    "R-38": "Where both are equal, successes of armor destroy.",
    "R-39": "At the end of the phase, once, at the printed cost, also Aircraft lost with their base.",
    "R-40": "A die each, aboard or placed: 1 destroys.",
    "R-41": "Destroyed and scored.",
    "R-42": "Removed in the owner's Air Return step, always.",
    "R-43": "They operate; a charter may close them: nobody takes off or lands.",
    "R-44": "Who controls an objective at the End of Turn has it.",
    "R-45": "At the End of Turn only; equal scores of 150 or more play on.",
    "R-46": (
        "Six turns in a row without a lost hull point, a destroyed unit or a claim. More remaining "
        "cost wins, then the higher score. Never in a convoy."
    ),
    "R-47": "Turn 20, of a convoy 14, of a major engagement 25; higher score, then remaining cost.",
    "R-48": (
        "100 points escort five merchants through zone 2 past 80 points; there are no objectives. "
        "Merchants begin in the first three ranks and leave beyond the opposite edge. Three gone win "
        "for the escort, three destroyed for the interceptor, who also has the end of turn 14."
    ),
    "R-49": (
        "200 points, 20 units, objectives of 100, 300 points win, airbases for seven, 25 turns. Who "
        "faces no enemy Ship at the End of Turn gets 100, once."
    ),
    "R-50": "Units of a later year than the charter's are not allowed.",
    "R-51": "Only nations that fought in the theatre.",
    "R-52": "Both seats build from one side's cards and keep their names.",
    "R-53": "No more than once.",
    "R-54": "The higher score wins; equal scores are a draw.",
    "R-55": "In the Torpedo Attack phase; a charter may let Ships fire them with their guns.",
    "R-56": "Aircraft use their main guns at Ships in their sector, as one of their attacks.",
    "R-57": "It lasts until the end of Air Defense.",
    "R-58": (
        "By id: hull points and Survivor dice, removal and points, dice for Aircraft of lost "
        "Carriers; then ends of the game."
    ),
    "R-59": "They count for who has a unit left.",
    "R-60": "When the second deployment is complete.",
    "R-61": "If a charter sets points, they are the escort's; the interceptor has 80 of every 100.",
}
