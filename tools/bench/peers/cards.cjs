// Cards with hidden hands for four, at boardgame.io on PostgreSQL: node cards.cjs PORT DATABASE_URL
const { INVALID_MOVE, PlayerView } = require("boardgame.io/core");
const { Server } = require("boardgame.io/server");
const { PostgresStore } = require("bgio-postgres");

const PLAYERS = 4;
const HAND = 10;

const game = {
  name: "cards",
  minPlayers: PLAYERS,
  maxPlayers: PLAYERS,
  setup: ({ ctx, random }) => {
    const deck = random.Shuffle([...Array(PLAYERS * HAND).keys()]);
    const players = Object.fromEntries(ctx.playOrder.map((id) => [id, { hand: deck.splice(0, HAND) }]));
    return { players, trick: [], taken: Array(PLAYERS).fill(0) };
  },
  playerView: PlayerView.STRIP_SECRETS,
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    play: ({ G, playerID }, place) => {
      const [card] = G.players[playerID].hand.splice(place, 1);
      if (card === undefined) return INVALID_MOVE;
      G.trick.push({ card, player: Number(playerID) });
      if (G.trick.length < PLAYERS) return;
      G.taken[G.trick.reduce((best, played) => (played.card > best.card ? played : best)).player] += 1;
      G.trick = [];
    },
  },
  endIf: ({ G }) => Object.values(G.players).every(({ hand }) => hand.length === 0) || undefined,
};

const [port, database] = process.argv.slice(2);
Server({ games: [game], db: new PostgresStore(database, { logging: false }), origins: ["*"] }).run(Number(port));
