#pragma once

#include <QSize>
#include <QString>
#include <QStringList>
#include <string>
#include <vector>

#include "ui/shell/main_window.h"

namespace vitrine {

/// What the program was started with. Everything but `file` and `models` is for captures.
struct StartOptions {
    QString file;     ///< a saved state to open
    QString models;   ///< --models FOLDER
    QString capture;  ///< --capture FILE.png; empty: an ordinary start
    QSize size{1280, 800};
    QString language, theme;  ///< empty: as remembered
    QString textSize;         ///< small, medium, large, presentation
    QString view;             ///< empty or "translate": the whole page; else one view in the whole window
    QString model, text;
    int steps = -1;                                   ///< the cursor; -1 as the state says
    std::vector<std::pair<std::string, int>> forced;  ///< words and the steps they go to, from 0
    QString lock;        ///< "[encoder:|decoder:|cross:]layer,head,q,k" or SITE?row=N
    QString picture;     ///< of the attention view: matrix, lines or wall
    QString stage;       ///< of its matrix: scores, scaled, masked, weights or values
    bool words = false;  ///< pieces of words merged in the attention view
    bool draws = false;  ///< draw the next word 1000 times
    bool present = false;
};

/// What --view may be: "translate" for the whole page, or the id of one of its views.
QStringList pageViews();

/// Reads the command line. Throws Error for an unknown option or a value that is none; `help` is set when
/// --help or --version was asked for, and then holds the text to print.
StartOptions parseOptions(const QStringList& arguments, QString& help);

/// "2,0,1,3" as a place of the cross-attention, or of another attention with a prefix;
/// "decoder.1.cross.query?row=2&column=5" as any place of the model. Throws Error for what is no such form.
Locus parseLock(const QString& text);

/// The state a program start shows first: file, else the remembered or first model with the first sentence
/// one step in; options on top. Throws Error, also for a file that names what its translation does not have
/// (then the engine is asked).
ExperimentState firstState(const StartOptions& options, AppContext& app);
/// Forces words, moves the cursor and locks a place, waiting for the engine in between. Throws Error for a
/// word the model does not have and for a step or place that is not there.
void playOptions(const StartOptions& options, AppContext& app);
/// Renders the window into options.capture. Throws Error when the engine reports one or the file cannot be
/// written.
void captureWindow(const StartOptions& options, AppContext& app, MainWindow& window);

}  // namespace vitrine
