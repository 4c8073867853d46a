package VASSAL.build.module;

import VASSAL.Info;
import VASSAL.build.GameModule;
import VASSAL.command.Command;
import VASSAL.counters.DragBuffer;
import VASSAL.counters.GamePiece;
import VASSAL.counters.Stack;
import VASSAL.launch.PlayerWindow;
import VASSAL.launch.StandardConfig;
import VASSAL.tools.DataArchive;
import VASSAL.tools.menu.MenuBarProxy;
import VASSAL.tools.menu.MenuManager;
import java.awt.Component;
import java.awt.Container;
import java.awt.Dialog;
import java.awt.Point;
import java.awt.Rectangle;
import java.awt.Robot;
import java.awt.Window;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.TreeMap;
import javax.imageio.ImageIO;
import javax.swing.AbstractButton;
import javax.swing.JFrame;
import javax.swing.JLabel;
import javax.swing.JMenuBar;
import javax.swing.KeyStroke;
import javax.swing.SwingUtilities;
import javax.swing.text.JTextComponent;

/**
 * The real engine as a judge: it opens a module, saved games and logs of ours, steps through them, and
 * says after every step who lies where; it records what its own drag code does; it draws what it shows.
 * Every complaint of the engine is a dialog, and every dialog becomes a line.
 */
public class Judge {
  private static final java.util.Map<String, String> said = new HashMap<>();

  private static class Menus extends MenuManager {
    private final MenuBarProxy bar = new MenuBarProxy();

    @Override
    public JMenuBar getMenuBarFor(JFrame frame) {
      return frame instanceof PlayerWindow ? bar.createPeer() : null;
    }

    @Override
    public MenuBarProxy getMenuBarProxyFor(JFrame frame) {
      return frame instanceof PlayerWindow ? bar : null;
    }
  }

  private interface Job {
    void run() throws Exception;
  }

  public static void main(String[] jobs) throws Exception {
    watch();
    Info.setConfig(new StandardConfig());
    new Menus();
    onScreen(() -> open(jobs[0]));
    for (int i = 1; i < jobs.length; i++) {
      final String[] job = jobs[i].split("=", 2);
      if (job[0].equals("load")) {
        onScreen(() -> load(new File(job[1])));
        onScreen(() -> report(0));
      } else if (job[0].equals("steps")) {
        onScreen(() -> steps(job.length > 1 ? Integer.parseInt(job[1]) : Integer.MAX_VALUE));
      } else if (job[0].equals("record")) {
        record(job[1].split(","));
      } else if (job[0].equals("screen")) {
        Thread.sleep(2500);
        final Rectangle all = new Rectangle(java.awt.Toolkit.getDefaultToolkit().getScreenSize());
        ImageIO.write(new Robot().createScreenCapture(all), "png", new File(job[1]));
      }
    }
    say("END");
    System.exit(0);
  }

  private static void say(String line) {
    System.out.println(line.replaceAll("\\s+", " "));
  }

  private static void onScreen(Job job) throws Exception {
    SwingUtilities.invokeAndWait(() -> {
      try {
        job.run();
      } catch (Throwable error) {
        say("ERROR " + error);
        error.printStackTrace();
      }
    });
    SwingUtilities.invokeAndWait(() -> { });
  }

  private static void watch() {
    final Thread thread = new Thread(() -> {
      while (true) {
        try {
          Thread.sleep(200);
        } catch (InterruptedException e) {
          return;
        }
        for (Window window : Window.getWindows()) {
          if (window instanceof Dialog && window.isVisible() && ((Dialog) window).isModal()) {
            final StringBuilder words = new StringBuilder();
            read(window, words);
            say("DIALOG " + ((Dialog) window).getTitle() + ": " + words);
            SwingUtilities.invokeLater(window::dispose);
          }
        }
      }
    });
    thread.setDaemon(true);
    thread.start();
  }

  private static void read(Component part, StringBuilder words) {
    if (part instanceof JLabel) words.append(((JLabel) part).getText()).append(' ');
    if (part instanceof JTextComponent) words.append(((JTextComponent) part).getText()).append(' ');
    if (part instanceof AbstractButton) words.append(((AbstractButton) part).getText()).append(' ');
    if (part instanceof Container)
      for (Component inside : ((Container) part).getComponents()) read(inside, words);
  }

  private static void open(String module) throws Exception {
    GameModule.init(new GameModule(new DataArchive(module)) {
      @Override
      public WizardSupport getWizardSupport() {
        return new WizardSupport() {
          @Override
          public void showGameSetupWizard() {
            // The engine's own wizard shows nothing when there is nothing left to ask.
            state().getUnfinishedSetupSteps().forEachRemaining(
                step -> say("DIALOG a wizard asks: " + step.getStepTitle()));
          }

          @Override
          public void showWelcomeWizard() { }
        };
      }
    });
    final GameModule module0 = GameModule.getGameModule();
    for (String key : new String[] {
        BasicLogger.PROMPT_NEW_LOG_START, BasicLogger.PROMPT_NEW_LOG_END, BasicLogger.PROMPT_LOG_COMMENT})
      module0.getPrefs().setValue(key, Boolean.FALSE);
    module0.getPrefs().setValue(GameModule.REAL_NAME, "Tester");
    module0.getPrefs().setValue(GameModule.SECRET_NAME, "a-secret-of-mine");
    module0.getPlayerWindow().setSize(1400, 1000);
    module0.getPlayerWindow().setVisible(true);
    say("MODULE " + module0.getGameName() + " " + module0.getGameVersion());
  }

  private static GameState state() {
    return GameModule.getGameModule().getGameState();
  }

  private static void load(File file) throws Exception {
    if (state().isGameStarted()) {
      state().setModified(false);
      state().setup(false);
    }
    said.clear();
    say("LOAD " + file.getName() + " " + state().isSaveMetaDataValid(file));
    final Command command = state().decodeSavedGame(file);
    command.execute();
  }

  private static void report(int step) {
    final java.util.Map<String, String> now = new TreeMap<>();
    for (GamePiece piece : state().getAllPieces()) {
      if (piece instanceof Stack) continue;
      final Point at = piece.getPosition();
      final String where = piece.getMap() == null ? "nowhere" : piece.getMap().locationName(at);
      final Object unit = piece.getProperty("UnitId");
      now.put(String.valueOf(unit == null ? piece.getId() : unit),
          at.x + " " + at.y + " " + piece.getProperty("Strength_Level") + " " + where);
    }
    final GameModule module = GameModule.getGameModule();
    say("STEP " + step + " " + module.getProperty("Turn") + " " + module.getProperty("Part"));
    for (String unit : said.keySet()) if (!now.containsKey(unit)) say("GONE " + unit);
    said.keySet().retainAll(now.keySet());
    now.forEach((unit, at) -> {
      if (!at.equals(said.put(unit, at))) say("AT " + unit + " " + at);
    });
  }

  private static void steps(int most) {
    final BasicLogger logger = (BasicLogger) GameModule.getGameModule().getLogger();
    int number = 0;
    while (logger.isReplaying() && number < most) {
      logger.step();
      report(++number);
    }
  }

  /** Records a log: its file, the saved game it begins with is open, then what to do, one word list each. */
  private static void record(String[] jobs) throws Exception {
    final BasicLogger logger = (BasicLogger) GameModule.getGameModule().getLogger();
    onScreen(() -> {
      logger.logOutput.clear();
      logger.outputFile = new File(jobs[0]);
      logger.metadata = new VASSAL.build.module.metadata.SaveMetaData();
      logger.beginningState = state().getRestoreCommand();
    });
    for (int i = 1; i < jobs.length; i++) {
      final String[] words = jobs[i].split(" ");
      onScreen(() -> act(logger, words));
    }
    onScreen(logger::write);
    say("RECORDED " + Files.size(Path.of(jobs[0])));
  }

  private static void act(BasicLogger logger, String[] words) {
    final GameModule module = GameModule.getGameModule();
    switch (words[0]) {
      case "drag": {
        final GamePiece piece = find(words[1]);
        drag(piece, piece.getMap(), words[2], words[3]);
        break;
      }
      case "pile": {
        final Stack pile = find(words[1]).getParent();
        drag(pile, pile.getMap(), words[2], words[3]);
        break;
      }
      case "key": {
        final GamePiece piece = find(words[1]);
        final KeyStroke key = KeyStroke.getKeyStroke(Integer.parseInt(words[2]), 128);
        module.sendAndLog(piece.keyEvent(key));
        break;
      }
      case "dice":
        module.getComponentsOf(DiceButton.class).get(0).DR();
        break;
      case "undo":
        logger.undo();
        break;
      default:
        say("ERROR what is " + words[0] + "?");
    }
  }

  private static void drag(GamePiece piece, Map map, String x, String y) {
    final DragBuffer buffer = DragBuffer.getBuffer();
    buffer.clear();
    buffer.add(piece);
    final Point at = map.snapTo(new Point(Integer.parseInt(x), Integer.parseInt(y)));
    GameModule.getGameModule().sendAndLog(map.getPieceMover().movePieces(map, at));
    buffer.clear();
  }

  private static GamePiece find(String unit) {
    for (GamePiece piece : state().getAllPieces())
      if (!(piece instanceof Stack) && unit.equals(piece.getProperty("UnitId"))) return piece;
    throw new IllegalArgumentException("nobody is " + unit);
  }
}
