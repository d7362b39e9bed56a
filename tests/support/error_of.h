#pragma once

#include <string>

#include "engine/core/error.h"

namespace vitrine {

/// The text of the Error that `action` throws; "no error" when it throws none.
template <class Action>
std::string errorOf(Action&& action) {
    try {
        action();
    } catch (const Error& error) {
        return error.what();
    }
    return "no error";
}

}  // namespace vitrine
